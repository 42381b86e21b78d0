import type { Message } from '../http.ts'
import type { CartState } from './state.ts'

/** A request that changes something, and what the cart is after it. */
export interface Write extends Message {
  readonly what: string
  /** Whether repeating it changes nothing, also without a key. */
  readonly isRepeatable: boolean
  /** @param answer the body of the answer, where there was one: it has the new identifiers */
  readonly after: (state: CartState, answer?: Answer) => CartState
}

export interface Answer {
  readonly cartId?: string
  readonly lineId?: string
  readonly paymentId?: string
}

/** A write with a key that was answered: the same again has to get the same answer. */
export interface KeptAnswer {
  readonly write: Write
  readonly text: string
}

const STORY_LENGTH = 40

/** One cart with all that was asked and answered about it. */
export class Entry {
  /** Undefined while the answer that makes it is not there. */
  id: string | undefined
  state: CartState
  /** Writes whose outcome nobody knows: each may have been done or not, but not two of them. */
  open: Write[] = []
  /** Whether anything happened to it since it was last looked at. */
  isTouched = true
  kept: KeptAnswer | undefined
  readonly #story: string[] = []

  constructor(id: string | undefined, state: CartState) {
    this.id = id
    this.state = state
  }

  /** The same about the same cart in a copy of its folder. */
  copy(): Entry {
    const copy = new Entry(this.id, this.state)
    copy.kept = this.kept
    copy.#story.push(...this.#story)
    return copy
  }

  tell(text: string): void {
    this.#story.push(text)
    if (this.#story.length > STORY_LENGTH) this.#story.shift()
  }

  get story(): string {
    return this.#story.map((line) => `    ${line}`).join('\n')
  }
}

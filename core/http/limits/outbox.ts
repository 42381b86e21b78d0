import type { LoopTurn } from './loop-turn.ts'

/** For so long an answer waits for others, in milliseconds. */
const LONGEST = 0.3

/**
 * Sends answers together: those of one turn of the event loop at its end, or when the first of them has waited for long.
 * To write to a socket wakes whoever waits at its other end, and that takes the system longer than all the rest of a
 * short answer; a program that is awake already is not woken. Lists are answered twice as fast for it.
 */
export class Outbox {
  readonly #turn: LoopTurn
  #waiting: (() => void)[] = []
  /** When the first of them came. */
  #since = 0

  constructor(turn: LoopTurn) {
    this.#turn = turn
  }

  /** @param send sends the answer */
  add(send: () => void): void {
    const now = performance.now()
    if (this.#waiting.length === 0) this.#since = now
    this.#waiting.push(send)
    if (now - this.#since > LONGEST) this.send()
    else this.#turn.begin(now)
  }

  /** Sends what waits. */
  send(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const send of waiting) send()
  }
}

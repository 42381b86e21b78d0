import { CommerceError, tooManyRequests } from '../../kernel/errors.ts'

/**
 * Divides what there is among those who ask: each may hold as much as is left free. One alone gets half, two a third
 * each, and there is always something left for whoever comes next.
 */
export class Shares {
  readonly #held = new Map<string, number>()
  #free: number

  /** @param total what there is to divide */
  constructor(total: number) {
    this.#free = total
  }

  /**
   * @param who asks
   * @param amount what of the total is asked for
   * @returns why it is not to be had: TooManyRequests where the asker has its share, ServiceUnavailable where the
   * others have it all; undefined where it has been taken
   */
  take(who: string, amount: number): CommerceError | undefined {
    const own = this.#held.get(who) ?? 0
    if (own + amount > this.#free) return own > 0 ? hasItsShare : everythingTaken
    this.#held.set(who, own + amount)
    this.#free -= amount
    return undefined
  }

  /** Gives back what has been taken. */
  give(who: string, amount: number): void {
    const own = (this.#held.get(who) ?? 0) - amount
    if (own > 0) this.#held.set(who, own)
    else this.#held.delete(who)
    this.#free += amount
  }
}

/** Made once: a flood of refusals must cost little. */
const hasItsShare = tooManyRequests(
  'overload.share',
  'This program has too many requests under way; please try again.',
  1,
)
const everythingTaken = new CommerceError('ServiceUnavailable', 'overload.busy', [
  { text: 'The core is busy with others; please try again.' },
])

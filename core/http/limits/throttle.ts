import type { Clock } from '../../kernel/clock.ts'

/** A program with a mistyped secret finds out before it is held back. */
const FREE = 10
/** Seconds. The wait doubles with every wrong guess up to this, so that nobody waits long for nothing. */
const LONGEST_WAIT = 60
/** Milliseconds without a wrong guess after which it starts afresh. */
export const FORGOTTEN_AFTER = 15 * 60_000
/** Whoever guesses under ever new names makes the oldest forgotten, and no more than this is kept. */
const MAX_KEYS = 1000

/** How much guessing is let through. */
export interface Patience {
  /** How many wrong ones are taken before any wait. */
  readonly free: number
  /** Seconds. */
  readonly longestWait: number
}

/** Wrong guesses of somebody, or at something; times are milliseconds since 1970. */
export interface Guesses {
  readonly count: number
  readonly last: number
  /** Until then a wrong guess comes too soon. */
  readonly until: number
}

/**
 * Adds a wrong guess to those before.
 * @returns how many seconds too soon it came, which is not counted then; or what is known now
 */
export function addGuess(
  known: Guesses | undefined,
  now: number,
  { free = FREE, longestWait = LONGEST_WAIT }: Partial<Patience> = {},
): number | Guesses {
  // Without a wait none is early: another process may have read its clock a moment later and have been counted first.
  const hasWait = known !== undefined && known.until > known.last
  const early = hasWait ? Math.ceil((known.until - now) / 1000) : 0
  // More than the longest wait: somebody has set the clock back.
  if (early > 0 && early <= longestWait) return early
  const isFresh = known === undefined || now - known.last > FORGOTTEN_AFTER
  const count = (isFresh ? 0 : known.count) + 1
  const wait = count < free ? 0 : Math.min(2 ** (count - free), longestWait)
  return { count, last: now, until: now + wait * 1000 }
}

/**
 * Counts wrong guesses of secrets and says how long to wait for the next. Every secret is still looked at and a right
 * one always works: they are 256 random bits, so it is not the wait that keeps them safe, and a wait that held for
 * everybody would let any program on the machine lock out the right owner. What it does is to slow down and to
 * make known whoever keeps trying.
 */
export class Throttle {
  readonly #clock: Clock
  readonly #known = new Map<string, Guesses>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Notes a wrong guess.
   * @param key who guesses, or at what
   * @param free how many wrong ones are taken before any wait
   * @returns how many seconds too soon it came; 0 where it was not
   */
  failed(key: string, free = FREE): number {
    const added = addGuess(this.#known.get(key), this.#clock().getTime(), { free })
    if (typeof added === 'number') return added
    this.#keep(key, added)
    return 0
  }

  /**
   * Forgets the wrong guesses of somebody who has proved to know.
   * @returns whether there were any
   */
  succeeded(key: string): boolean {
    return this.#known.delete(key)
  }

  #keep(key: string, known: Guesses): void {
    this.#known.delete(key)
    this.#known.set(key, known)
    if (this.#known.size <= MAX_KEYS) return
    const [oldest] = this.#known.keys()
    if (oldest !== undefined) this.#known.delete(oldest)
  }
}

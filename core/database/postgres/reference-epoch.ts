import type { Kept, References } from '../references.ts'

/** How long what is kept of reference data is trusted without a look at the epoch, in milliseconds. */
const TRUST = 1000

/**
 * Whether what this process keeps of reference data is what the database holds. The database counts, in one row, how
 * often that data has changed: whoever changes it raises the count last, in the same transaction. Each transaction reads
 * it with its beginning; a read without one trusts what was seen in the last second.
 */
export class ReferenceEpoch {
  readonly references: References
  #known = -1
  #seenAt = -Infinity
  readonly #now: () => number

  /** @param now milliseconds of a clock that only goes forward */
  constructor(references: References, now: () => number = () => performance.now()) {
    this.references = references
    this.#now = now
  }

  /** The epoch of what is kept. */
  get known(): number {
    return this.#known
  }

  /** Whether it was looked at so lately that what is kept may be used. */
  get isFresh(): boolean {
    return this.#now() - this.#seenAt < TRUST
  }

  now(): number {
    return this.#now()
  }

  /**
   * Notes what a transaction has seen, and forgets what is older.
   * @param since when the question was sent: what has changed later was not seen
   * @returns the references of that transaction; undefined where others are ahead of it
   */
  see(epoch: number, since: number): References | undefined {
    if (epoch < this.#known) return undefined
    if (epoch > this.#known) {
      this.references.forget()
      this.#known = epoch
    }
    this.#seenAt = Math.max(this.#seenAt, since)
    return this.references
  }

  /** What is kept of one read; undefined where it has not been looked at for too long. */
  keptBy(read: object): Kept | undefined {
    return this.isFresh ? this.references.keptBy(read) : undefined
  }
}

/** @param rows of the one row that counts */
export function epochOf(rows: readonly { readonly epoch: number }[]): number {
  const [row] = rows
  if (!row) throw new Error('The database has lost the row that counts changes of reference data.')
  return row.epoch
}

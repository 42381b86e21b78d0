/** What was done in a run, all tills together. */
export interface Tally {
  answered: number
  /** Their outcome is unknown until somebody looks. */
  unanswered: number
  /** With 503, while the storage could not be written. */
  refused: number
  /** Refused when half of it was written. */
  failedLate: number
  /** Repeated with the same key. */
  replayed: number
  orders: number
  /** Carts and orders that were compared with the journal. */
  compared: number
}

export const emptyTally = (): Tally => ({
  answered: 0,
  unanswered: 0,
  refused: 0,
  failedLate: 0,
  replayed: 0,
  orders: 0,
  compared: 0,
})

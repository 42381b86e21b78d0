declare module '../database/schema/tables.ts' {
  interface Tables {
    till_counts: TillCountTable
    till_movements: TillMovementTable
  }
}

/** How the cash of a store's till, in one currency, was counted. Amounts are minor units. */
export interface TillCountTable {
  id: string
  store_id: string
  currency_id: string
  /** Null is the store's own, which has no name. */
  till_id: string | null
  /** From 1, by till and currency. */
  number: number
  date: string
  /** Who has counted. */
  actor: string
  /** What the count before left in it; null of the first. */
  opening: number | null
  /** What came and went since, as it was handed over; 0 of the first, which is where counting begins. */
  received: number
  refunded: number
  /** What was put into it and taken out of it between sales. */
  paid_in: number
  paid_out: number
  counted: number
  /** What stays in it. */
  float_amount: number
  /** JSON: how many of each coin and note, `[[20, 3], [0.5, 7]]`, in major units; null where nobody has said. */
  pieces: string | null
  note: string | null
  /** The number of the last opening of its drawer without a sale that it tells of; 0 where there was none. */
  last_opening: number
}

/** Money that was put into a till or taken out of it, and was no sale. */
export interface TillMovementTable {
  id: string
  store_id: string
  currency_id: string
  /** Null is the store's own, which has no name. */
  till_id: string | null
  date: string
  actor: string
  kind: 'in' | 'out'
  amount: number
  reason: string
  /** The count that has counted it; null until one has. */
  till_count_id: string | null
}

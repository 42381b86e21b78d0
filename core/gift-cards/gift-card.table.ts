declare module '../database/schema/tables.ts' {
  interface Tables {
    gift_cards: GiftCardTable
    gift_card_transactions: GiftCardTransactionTable
  }
}

/** A card that holds money of its bearer. Amounts are minor units. */
export interface GiftCardTable {
  id: string
  store_id: string
  /** Grows by one with each of its transactions. */
  version: number
  /** SHA-256 of its code, written as `normalCode` writes it. */
  code_hash: string
  /** The last four of its code: all that is known of it. */
  last_characters: string
  /** Nothing can be spent of one that is deactivated, and it stays so. */
  state: 'active' | 'deactivated'
  currency_id: string
  /** What it was issued with. */
  initial_amount: number
  balance: number
  issued_at: string
  issued_by: string
  /** The order that it was sold with, and its line; the order whose money went back onto it; null where it was issued without one. */
  order_id: string | null
  order_line_id: string | null
  /** Why it was issued, where somebody said so. */
  reason: string | null
}

/** What has happened to a gift card: its first version is its issue. */
export interface GiftCardTransactionTable {
  gift_card_id: string
  /** The version that it has made of the card. */
  version: number
  date: string
  actor: string
  kind: 'issue' | 'capture' | 'refund' | 'replace' | 'deactivate'
  /** What came onto it, or less than nothing where it was taken off; 0 where no money was moved. */
  amount: number
  /** What was on it then. */
  balance: number
  /** The payment that was received by it or paid back to it: of its issue, one that was received by another card. */
  payment_id: string | null
  reason: string | null
}

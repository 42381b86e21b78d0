declare module '../../database/schema/tables.ts' {
  interface Tables {
    payments: PaymentTable
    payment_transactions: PaymentTransactionTable
    refund_lines: RefundLineTable
  }
}

export interface PaymentTable {
  id: string
  order_id: string
  store_id: string
  payment_method_id: string
  payment_method_name: string
  state: 'pending' | 'captured' | 'partially_refunded' | 'refunded' | 'voided'
  /** What the customer pays, fee and tax included. */
  amount: number
  fee: number
  fee_ppm: number
  fee_total: number
  refunded: number
  transaction_id: string | null
  /** What coins and notes came to that were handed over; null where nobody has said. */
  cash_given: number | null
  /** Whether it was received in coins and notes, whatever its method takes since; null until it is received. */
  received_in_cash: number | null
  /** The gift card that it was received by, if any. */
  gift_card_id: string | null
  created_at: string
}

/** Money that came or went, beside the others of its day. */
export interface PaymentTransactionTable {
  id: string
  store_id: string
  date: string
  payment_id: string
  kind: 'capture' | 'refund'
  /** Of a refund, which of its order it is: 1 of the first; null of what came. */
  refund_place: number | null
  currency_id: string
  /** As the payment says it. */
  amount: number
  /** How much more than that was handed over in coins and notes, or less; 0 where none were. */
  cash_rounding: number
  /** Of coins and notes, the till that they went into or came out of; null is the store's own, which has no name. */
  till_id: string | null
  /** 1 of coins and notes that no count of their till has counted yet. */
  awaits_count: number
  /** By which count of the till it was counted; null of what was not in coins and notes, or not yet counted. */
  till_count_id: string | null
}

/** Pieces of a line of an order that came back with a refund, beside what else came back of the order. */
export interface RefundLineTable {
  order_id: string
  /** The `refund_place` of the refund among those of its order. */
  refund_place: number
  line_id: string
  quantity: number
}

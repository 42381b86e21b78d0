declare module '../../database/schema/tables.ts' {
  interface Tables {
    payments: PaymentTable
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
  created_at: string
}

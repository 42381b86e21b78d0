import { Type, type Static } from 'typebox'
import { Amount, DateTime, Id, NextPagingToken, Nullable, Quantity } from '../../http/schema.ts'

/** What of money that came and went is taxed at one rate. */
export const TaxedAmount = Type.Object({
  rate: {
    ...Nullable(Type.Number()),
    description:
      'A fraction; null is what has no tax of its own: fees of payments, less what was off orders as a whole.',
  },
  amount: { ...Amount, description: 'Tax included.' },
  tax: Amount,
  withoutTax: Amount,
})
export type TaxedAmount = Static<typeof TaxedAmount>

/** Pieces of a line of an order that came back with a refund. */
export const RefundedLine = Type.Object({
  lineId: Id,
  sku: Type.String(),
  variantSku: Nullable(Type.String()),
  productName: Type.String(),
  quantity: Quantity,
  amount: { ...Amount, description: 'What they were sold for, tax included.' },
})
export type RefundedLine = Static<typeof RefundedLine>

/** Money of an order that came, or went back. */
export const OrderTransaction = Type.Object({
  id: Id,
  date: DateTime,
  kind: Type.Union([Type.Literal('capture'), Type.Literal('refund')]),
  refundNumber: {
    ...Nullable(Type.String({ examples: ['H-1001-R1'] })),
    description:
      'Of a refund: what its receipt and its credit note are known by; no other of the shop is called so.',
  },
  paymentId: Id,
  giftCard: {
    ...Nullable(Type.String({ examples: ['BT4N'] })),
    description: 'Of a refund onto a gift card: the last four of its code.',
  },
  amount: { ...Amount, description: 'What was received, or refunded: never less than nothing.' },
  cashRounding: {
    ...Amount,
    description: 'How much more than `amount` was handed over in coins and notes, or less.',
  },
  tax: { ...Amount, description: 'How much of the amount is tax.' },
  taxes: Type.Array(TaxedAmount, {
    description:
      'By tax rate, highest first: they come to the amount. Goods that came back with a refund are of their own rate, less their ' +
      'share of what was off the order as a whole; what else is a part of the order is of each of its rates alike.',
  }),
  lines: Type.Array(RefundedLine, {
    description: 'Of a refund: the goods that came back with it, where somebody said so.',
  }),
})
export type OrderTransaction = Static<typeof OrderTransaction>

export const OrderTransactionsAnswer = Type.Object({
  transactions: Type.Array(OrderTransaction),
  taxes: Type.Array(TaxedAmount, {
    description: 'What of the order itself is taxed at which rate, highest first: they come to its total.',
  }),
  nextPagingToken: NextPagingToken,
})
export type OrderTransactionsAnswer = Static<typeof OrderTransactionsAnswer>

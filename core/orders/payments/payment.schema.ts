import { Type, type Static } from 'typebox'
import {
  Amount,
  CultureCode,
  Id,
  NAME_LENGTH,
  NextPagingToken,
  NOTE_LENGTH,
  Nullable,
  PageQuery,
  Quantity,
  Rate,
  Text,
} from '../../http/schema.ts'
import { GiftCardCode, GiftCardOfPayment } from '../../gift-cards/gift-card.schema.ts'
import { TillId } from '../../tills/till.schema.ts'
import { PaymentMethod, PaymentMethodWithProperties } from '../../payment-methods/payment-method.schema.ts'

export const PaymentStateName = Type.Union([
  Type.Literal('Pending'),
  Type.Literal('Captured'),
  Type.Literal('Partially refunded'),
  Type.Literal('Refunded'),
  Type.Literal('Voided'),
])
export type PaymentStateName = Static<typeof PaymentStateName>

/** Element of an order's `payments` (section 2.10). `amount` includes fee and tax. */
export const Payment = Type.Object({
  id: Id,
  amount: Amount,
  fee: Amount,
  feePercentage: Rate,
  feeTotal: Amount,
  /** Not in the contract: what of the amount has been paid back, and how the payment stands. */
  refunded: Amount,
  state: PaymentStateName,
  grossAmount: Nullable(Amount),
  transactionId: Nullable(Type.String()),
  tax: Nullable(Amount),
  taxRate: Nullable(Rate),
  cashDue: Type.Optional(
    Type.Number({
      description:
        'An addition: what is paid in coins and notes, to the smallest coin. There where it was received in cash or, until it is ' +
        'received, where its payment method takes cash.',
    }),
  ),
  cashCoin: Type.Optional(
    Type.Number({
      description:
        'An addition: the smallest coin, beside `cashDue`. All refunds together are paid to it, too.',
    }),
  ),
  cashGiven: Type.Optional(
    Type.Number({
      description: 'An addition: what was handed over in coins and notes, where somebody said so.',
    }),
  ),
  cashChange: Type.Optional(
    Type.Number({ description: 'An addition: what went back of it, beside `cashGiven`.' }),
  ),
  giftCard: Type.Optional({
    ...GiftCardOfPayment,
    description:
      'An addition: the gift card that it was received by, and is paid back to while it is active.',
  }),
  redeemsGiftCards: Type.Optional(
    Type.Literal(true, {
      description:
        'An addition: there where it is still to be received, by a method that takes gift cards of the store.',
    }),
  ),
  paymentMethod: PaymentMethodWithProperties,
})
export type Payment = Static<typeof Payment>

/** Section 4.8. */
export const PlaceOrderBody = Type.Object({
  cartId: Id,
  paymentMethodId: Id,
  priceGroupId: Id,
  cultureCode: CultureCode,
  expectedTotal: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'What the caller has seen that the order costs, fee included: `orderTotal` of the cart with this ' +
        '`paymentMethodId`. Where it would cost something else, nothing is placed: Conflict, naming both amounts.',
    }),
  ),
})
export type PlaceOrderBody = Static<typeof PlaceOrderBody>
export const PlaceOrderAnswer = Type.Object({ paymentId: Id, paymentUrl: Type.String() })
export type PlaceOrderAnswer = Static<typeof PlaceOrderAnswer>

export const CapturePaymentBody = Type.Object({
  tillId: TillId,
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description:
        'What is received of it; everything where not given. The rest becomes another payment of the order, still to be received, ' +
        'by the method of this one and without a fee. A part in cash is what coins can pay.',
    }),
  ),
  paymentMethodId: Type.Optional({
    ...Id,
    description:
      'What it is received by, where that is another method than its own: one that serves the country of the bill. This payment is ' +
      'voided then, and another takes its place. What the order costs stays as it was agreed, its fee included.',
  }),
  transactionId: Type.Optional(Nullable(Text(NAME_LENGTH))),
  giftCardCode: Type.Optional(
    Nullable({
      ...GiftCardCode,
      description:
        'The code of the gift card that it is taken off: needed with a payment method that redeems them, and only there.',
    }),
  ),
  cashGiven: Type.Optional(
    Nullable(
      Type.Number({
        minimum: 0,
        maximum: 10_000_000_000,
        description:
          'What the coins and notes come to that the customer has handed over, what is received or more: `cashChange` goes back.',
      }),
    ),
  ),
})
export type CapturePaymentBody = Static<typeof CapturePaymentBody>

/** What a payment may be received by. */
export const MethodsOfPaymentQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: Type.Optional({ ...CultureCode, description: "The store's default where not given." }),
})
export const MethodOfPayment = Type.Object({
  ...PaymentMethod.properties,
  cashCoin: Type.Optional(
    Type.Number({ description: 'Of a method that takes cash: the smallest coin that it is paid to.' }),
  ),
  redeemsGiftCards: Type.Optional(
    Type.Literal(true, {
      description: 'Of a method that takes gift cards of the store: `giftCardCode` is needed.',
    }),
  ),
})
export type MethodOfPayment = Static<typeof MethodOfPayment>
export const MethodsOfPaymentAnswer = Type.Object({
  paymentMethods: Type.Array(MethodOfPayment),
  nextPagingToken: NextPagingToken,
})
export type MethodsOfPaymentAnswer = Static<typeof MethodsOfPaymentAnswer>

export const VoidPaymentBody = Type.Object({ reason: Type.Optional(Nullable(Text(NOTE_LENGTH))) })

/** So many pieces of a line of an order that come back. */
export const ReturnedLine = Type.Object({ lineId: Id, quantity: Quantity })
export type ReturnedLine = Static<typeof ReturnedLine>

export const RefundPaymentBody = Type.Object({
  tillId: TillId,
  amount: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: 'All that is left where not given.' }),
  ),
  expectedRefunded: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'What the caller has seen that was paid back of the payment before. Where it is something else by now, nothing is: Conflict.',
    }),
  ),
  reason: Type.Optional(Nullable(Text(NOTE_LENGTH))),
  lines: Type.Optional(
    Type.Array(ReturnedLine, {
      maxItems: 500,
      description:
        'The pieces that come back, which the history names. With them `amount` is needed. Pieces that came back with ' +
        'an earlier refund of the order do not come back again: Conflict.',
    }),
  ),
  restock: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'Whether these pieces can be sold again, and are put into the stock where one is kept of them.',
    }),
  ),
  ontoNewGiftCard: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Of a payment that was received by a gift card: it goes onto a new one, which is issued for it, as where that one is deactivated.',
    }),
  ),
})

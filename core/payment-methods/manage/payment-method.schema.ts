import { Type, type Static } from 'typebox'
import { CultureCode, Id, Nullable, PROPERTY_VALUE_LENGTH, Rate, RequiredText } from '../../http/schema.ts'
import {
  Address,
  Amounts,
  InheritedAmounts,
  methodBody,
  methodFields,
  OwnAmounts,
} from '../../methods/method.schema.ts'
import { listOf, patchOf } from '../../records/record.schema.ts'

const FeePercent = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'The share of what is to be paid, beside the fixed fee, as a fraction: 0.0175 is 1.75 %.',
})
const SendsInvoice = Type.Boolean({
  description: 'Whether a bill is sent to the billing address, which is then to be whole.',
})
const TakesCash = Type.Boolean({
  description:
    'Whether coins and notes are handed over: what is given is asked for then, and what goes back is told.',
})
const RedeemsGiftCards = Type.Boolean({
  description:
    'Whether it is paid with by gift cards of the store: a card is asked for then, and what is paid is taken off it. Not beside `takesCash`.',
})
const GatewayUrl = Address(
  'Where the payer is sent from the checkout page; null where staff take the payment.',
)
const ReturnUrl = Address('Where the payer may go back to from the checkout page.')
const Properties = Type.Array(
  Type.Object({
    cultureCode: Type.Optional(Nullable({ ...CultureCode, description: 'Null holds in every culture.' })),
    value: RequiredText(PROPERTY_VALUE_LENGTH),
  }),
  {
    maxItems: 100,
    description: 'What a checkout is told about it: the `paymentMethodProperties` of carts and orders.',
  },
)

/** A whole payment method. What may be left out is then empty. */
export const PaymentMethodBody = Type.Object({
  ...methodBody,
  fees: Type.Optional(Amounts),
  feePercent: Type.Optional(FeePercent),
  sendsInvoice: Type.Optional(SendsInvoice),
  takesCash: Type.Optional(TakesCash),
  redeemsGiftCards: Type.Optional(RedeemsGiftCards),
  gatewayUrl: Type.Optional(GatewayUrl),
  returnUrl: Type.Optional(ReturnUrl),
  imageId: Type.Optional(Nullable(Id)),
  properties: Type.Optional(Properties),
})
export type PaymentMethodBody = Static<typeof PaymentMethodBody>
export const PaymentMethodPatch = patchOf(PaymentMethodBody)

/** A payment method of the shop. Sent back as it is, it changes nothing. */
export const ManagedPaymentMethod = Type.Object({
  ...methodFields,
  fees: OwnAmounts,
  inheritedFees: InheritedAmounts,
  feePercent: Rate,
  sendsInvoice: SendsInvoice,
  takesCash: TakesCash,
  redeemsGiftCards: RedeemsGiftCards,
  gatewayUrl: GatewayUrl,
  returnUrl: ReturnUrl,
  imageId: Nullable(Id),
  properties: Type.Array(Type.Object({ id: Id, cultureCode: Nullable(Type.String()), value: Type.String() })),
})
export type ManagedPaymentMethod = Static<typeof ManagedPaymentMethod>

export const ManagedPaymentMethods = listOf('paymentMethods', ManagedPaymentMethod)

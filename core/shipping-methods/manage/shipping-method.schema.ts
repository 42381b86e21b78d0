import { Type, type Static } from 'typebox'
import { Id, Nullable, Rate } from '../../http/schema.ts'
import {
  Amounts,
  InheritedAmounts,
  methodBody,
  methodFields,
  OwnAmounts,
} from '../../methods/method.schema.ts'
import { listOf, patchOf } from '../../records/record.schema.ts'

const TaxRate = Type.Number({ minimum: 0, maximum: 1, description: 'A fraction: 0.25 is 25 %.' })
const Delivers = Type.Boolean({
  description:
    'Whether the goods are brought to an address, which is then to be whole; otherwise they are collected.',
})
const PaymentMethodIds = Type.Array(Id, {
  maxItems: 1000,
  description: 'The payment methods that go with it.',
})
const DefaultPaymentMethodId = Nullable({
  ...Id,
  description: 'The one of them that a checkout begins with.',
})

/** A whole shipping method. What may be left out is then empty; it delivers, without tax. */
export const ShippingMethodBody = Type.Object({
  ...methodBody,
  prices: Type.Optional(Amounts),
  taxRate: Type.Optional(TaxRate),
  delivers: Type.Optional(Delivers),
  paymentMethodIds: Type.Optional(PaymentMethodIds),
  defaultPaymentMethodId: Type.Optional(DefaultPaymentMethodId),
})
export type ShippingMethodBody = Static<typeof ShippingMethodBody>
export const ShippingMethodPatch = patchOf(ShippingMethodBody)

/** A shipping method of the shop. Sent back as it is, it changes nothing. */
export const ManagedShippingMethod = Type.Object({
  ...methodFields,
  prices: OwnAmounts,
  inheritedPrices: InheritedAmounts,
  taxRate: Rate,
  delivers: Delivers,
  paymentMethodIds: PaymentMethodIds,
  defaultPaymentMethodId: DefaultPaymentMethodId,
})
export type ManagedShippingMethod = Static<typeof ManagedShippingMethod>

export const ManagedShippingMethods = listOf('shippingMethods', ManagedShippingMethod)

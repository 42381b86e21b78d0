import { Type, type Static } from 'typebox'
import { Amount, CultureCode, Id, NextPagingToken, Nullable, PageQuery } from '../http/schema.ts'
import { keptText } from '../http/serializer.ts'
import { PaymentMethodWithProperties } from '../payment-methods/payment-method.schema.ts'

const Price = Type.Object({ amount: Amount, currency: Type.String() })

/** Section 2.7: a shipping method as the list shows it. */
export const ShippingMethod = Type.Object({
  id: Id,
  name: Type.String(),
  displayName: Type.String(),
  description: Nullable(Type.String()),
  imageUrl: Nullable(Type.String()),
  price: Price,
  priceWithTax: Type.Object(Price.properties, {
    description:
      'An addition: the price as the customer pays it, with the tax of the price group, else of the method.',
  }),
  delivers: Type.Boolean({
    description: 'An addition: whether it brings the goods to an address; otherwise they are collected.',
  }),
})
export type ShippingMethod = Static<typeof ShippingMethod>

/** Section 2.6: the shipping method inside a shipment. */
export const ShipmentShippingMethod = keptText(
  Type.Object({
    id: Id,
    name: Type.String(),
    defaultPaymentMethod: Nullable(PaymentMethodWithProperties),
    eligiblePaymentMethods: Type.Array(PaymentMethodWithProperties),
  }),
)
export type ShipmentShippingMethod = Static<typeof ShipmentShippingMethod>

export const ShippingMethodsQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: CultureCode,
  countryId: Id,
  priceGroupId: Id,
})
export const ShippingMethodsAnswer = Type.Object({
  shippingMethods: Type.Array(ShippingMethod),
  nextPagingToken: NextPagingToken,
})
export type ShippingMethodsAnswer = Static<typeof ShippingMethodsAnswer>

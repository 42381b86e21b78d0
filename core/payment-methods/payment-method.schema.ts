import { Type, type Static } from 'typebox'
import { Amount, CultureCode, Id, NextPagingToken, Nullable, PageQuery, Rate } from '../http/schema.ts'
import { keptText } from '../http/serializer.ts'

/** Section 2.8: a payment method as the list shows it. */
export const PaymentMethod = Type.Object({
  id: Id,
  name: Type.String(),
  displayName: Type.String(),
  description: Nullable(Type.String()),
  feePercent: Rate,
  fees: Type.Array(Type.Object({ amount: Amount, priceGroupId: Id })),
  imageId: Nullable(Id),
  imageUrl: Nullable(Type.String()),
})
export type PaymentMethod = Static<typeof PaymentMethod>

/** Section 2.8 as carts and orders nest it. */
export const PaymentMethodWithProperties = keptText(
  Type.Object({
    ...PaymentMethod.properties,
    paymentMethodProperties: Type.Array(
      Type.Object({ id: Id, cultureCode: Nullable(Type.String()), value: Type.String() }),
    ),
  }),
)
export type PaymentMethodWithProperties = Static<typeof PaymentMethodWithProperties>

export const PaymentMethodsQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: CultureCode,
  countryId: Id,
  priceGroupId: Type.Optional(Id),
})
export const PaymentMethodsAnswer = Type.Object({
  paymentMethods: Type.Array(PaymentMethod),
  nextPagingToken: NextPagingToken,
})
export type PaymentMethodsAnswer = Static<typeof PaymentMethodsAnswer>

import { Type, type Static } from 'typebox'
import { CultureCode, CurrencyCode, Id, NextPagingToken, PageQuery } from '../http/schema.ts'

/** Section 2.9. */
export const PriceGroup = Type.Object({ id: Id, name: Type.String() })
export type PriceGroup = Static<typeof PriceGroup>

export const PriceGroupsQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: CultureCode,
  currency: Type.Optional(CurrencyCode),
})
export const PriceGroupsAnswer = Type.Object({
  priceGroups: Type.Array(PriceGroup),
  nextPagingToken: NextPagingToken,
})
export type PriceGroupsAnswer = Static<typeof PriceGroupsAnswer>

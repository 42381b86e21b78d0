import { Type, type Static } from 'typebox'
import { CultureCode, Id, NextPagingToken, PageQuery } from '../http/schema.ts'

/** Section 2.9. */
export const Country = Type.Object({ cultureCode: Type.String(), id: Id, name: Type.String() })
export type Country = Static<typeof Country>

export const CountriesQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: Type.Optional(CultureCode),
  filterOnStore: Type.Optional(
    Type.Union([Type.Literal('true'), Type.Literal('false')], {
      description: 'true: only countries that a shipping or payment method of the store serves.',
    }),
  ),
})
export const CountriesAnswer = Type.Object({
  countries: Type.Array(Country),
  nextPagingToken: NextPagingToken,
})
export type CountriesAnswer = Static<typeof CountriesAnswer>

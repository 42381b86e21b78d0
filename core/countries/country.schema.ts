import { Type, type Static } from 'typebox'
import { CultureCode, Flag, Id, NextPagingToken, PageQuery } from '../http/schema.ts'

/** Section 2.9. */
export const Country = Type.Object({ cultureCode: Type.String(), id: Id, name: Type.String() })
export type Country = Static<typeof Country>

/** A country as a form for its addresses needs it. */
export const CountryOfForm = Type.Object({
  ...Country.properties,
  hasPostalCodes: Type.Optional(
    Type.Boolean({
      description:
        'An addition: there with `include=hasPostalCodes`. Whether its addresses have a postal code.',
    }),
  ),
})
export type CountryOfForm = Static<typeof CountryOfForm>

export const CountriesQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: Type.Optional(CultureCode),
  filterOnStore: Type.Optional(
    Flag('true: only countries that a shipping or payment method of the store serves.'),
  ),
  include: Type.Optional(
    Type.Literal('hasPostalCodes', {
      description: 'An addition: also answer whether addresses of the country have a postal code.',
    }),
  ),
})
export const CountriesAnswer = Type.Object({
  countries: Type.Array(CountryOfForm),
  nextPagingToken: NextPagingToken,
})
export type CountriesAnswer = Static<typeof CountriesAnswer>

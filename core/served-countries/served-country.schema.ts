import { HOW_WORDS_ARE_FOUND } from '../kernel/search-terms.ts'
import { Type, type Static } from 'typebox'
import { CultureCode, Flag, Id, Text } from '../http/schema.ts'
import { ByCulture, listOf, Names, patchOf, RecordsQuery, Version } from '../records/record.schema.ts'

const Methods = (description: string) =>
  Type.Record(Type.String(), Type.Boolean(), {
    maxProperties: 1000,
    description: `${description} A method that is left out of a PATCH stays as it is.`,
  })
const shippingMethods = Methods('Whether it is served, by the ids of the store’s shipping methods.')
const paymentMethods = Methods('Whether it is served, by the ids of the store’s payment methods.')

/** What a shop writes of a country. */
export const ServedCountryBody = Type.Object({
  names: Names,
  shippingMethods: Type.Optional(shippingMethods),
  paymentMethods: Type.Optional(paymentMethods),
})
export type ServedCountryBody = Static<typeof ServedCountryBody>
export const ServedCountryPatch = patchOf(ServedCountryBody)

/** A country as a shop serves it. Sent back as it is, it changes nothing. */
export const ServedCountry = Type.Object({
  id: Id,
  version: Version,
  isoCode: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
  names: ByCulture(
    Type.String(),
    'In the cultures of the store; the same for all stores that have the culture.',
  ),
  hasPostalCodes: Type.Boolean({ description: 'Whether addresses there have a postal code.' }),
  served: Type.Boolean({ description: 'Whether any method that is not retired serves it.' }),
  shippingMethods,
  paymentMethods,
})
export type ServedCountry = Static<typeof ServedCountry>

export const ServedCountries = listOf('countries', ServedCountry)

export const ServedCountriesQuery = Type.Object({
  ...RecordsQuery.properties,
  search: Type.Optional(Text(100, `An id, the code, or words of a name ${HOW_WORDS_ARE_FOUND}`)),
  served: Type.Optional(Flag()),
  cultureCode: Type.Optional({
    ...CultureCode,
    description:
      'Sorts them by their names in this culture of the store; left out, they stand by their codes.',
  }),
})
export type ServedCountriesQuery = Static<typeof ServedCountriesQuery>

export const ServedCountryParams = Type.Object({
  id: Text(38, 'The id of the country, or its ISO 3166-1 alpha-2 code.'),
})

import { describe, expect, it } from 'vitest'
import { CountryCodes } from '../../../core/countries/country-codes.repository.ts'
import { isoCodes } from '../../../core/countries/seed-countries.ts'

/** Those of a Danish shop: each country's id is its code. */
const codes = new CountryCodes(
  isoCodes().map((code) => ({ id: code, iso_code: code })),
  [
    { country_id: 'DE', name: 'Tyskland' },
    { country_id: 'CD', name: 'Congo' },
  ],
)

describe('a country in a file', () => {
  it.each([
    ['DE', 'DE'],
    [' de ', 'DE'],
    ['DEU', 'DE'],
    ['tyskland', 'DE'],
    ['Deutschland', 'DE'],
    ['Germany', 'DE'],
    ['日本', 'JP'],
    ['U.S.A.', 'US'],
    ['United States of America', 'US'],
    ['The Netherlands', 'NL'],
    ['Österreich', 'AT'],
    ['Danmark', 'DK'],
    // Two are called so: the shop says which.
    ['Congo', 'CD'],
  ])('is known as %j', (text, code) => {
    expect(codes.find(text)).toBe(code)
  })

  it.each(['', 'Kongo', 'Atlantis', 'constructor', '__proto__'])('is not known as %j', (text) => {
    expect(codes.find(text)).toBeUndefined()
  })
})

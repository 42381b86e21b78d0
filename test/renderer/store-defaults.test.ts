import { describe, expect, it } from 'vitest'
import { guessStore, usualIn } from '../../renderer/features/session/store-defaults.ts'

describe('what is usual in a country', () => {
  it.each([
    ['JP', { currency: 'JPY', cultureCode: 'ja-JP', timeZone: 'Asia/Tokyo' }],
    ['DK', { currency: 'DKK', cultureCode: 'da-DK', timeZone: 'Europe/Copenhagen' }],
    // Of several time zones the shop’s may be any, of several languages the first.
    ['US', { currency: 'USD', cultureCode: 'en-US' }],
    ['CH', { currency: 'CHF', cultureCode: 'de-CH', timeZone: 'Europe/Zurich' }],
    // Not among the languages on offer.
    ['TH', { timeZone: 'Asia/Bangkok' }],
  ])('in %s', (country, usual) => {
    expect(usualIn(country)).toStrictEqual(usual)
  })
})

describe('what the browser’s language suggests', () => {
  it.each([
    ['da', { countryCode: 'DK', cultureCode: 'da-DK', currency: 'DKK' }],
    ['de-AT', { countryCode: 'AT', cultureCode: 'de-AT', currency: 'EUR' }],
    // As WebKit says it on a machine that is set to no language.
    ['C', { countryCode: 'GB', cultureCode: 'en-GB', currency: 'GBP' }],
  ])('%s', (language, suggested) => {
    expect(guessStore(language)).toMatchObject(suggested)
  })
})

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { guessStore, timeZones, usualIn } from '../../renderer/features/session/store-defaults.ts'

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

describe('the time zone of a machine', () => {
  /** As a browser answers where the system says so. */
  function named(timeZone: string | undefined): void {
    const options = {
      ...Intl.DateTimeFormat().resolvedOptions(),
      timeZone,
    } as Intl.ResolvedDateTimeFormatOptions
    const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
    onTestFinished(() => spy.mockRestore())
  }

  it('is suggested for a shop', () => {
    named('America/Chicago')
    expect(guessStore('da').timeZone).toBe('America/Chicago')
  })

  // As Chromium says it where the system does by a file (`TZ=:/etc/localtime`), and as WebKit may.
  it.each(['Etc/Unknown', undefined])(
    'is one that a shop may have where the browser does not know it: %s',
    (zone) => {
      named(zone)
      expect(guessStore('da').timeZone).toBe('Europe/Copenhagen')
      expect(guessStore('en-US').timeZone).toBe('UTC')
      expect(timeZones('Asia/Tokyo')).not.toContain(zone)
    },
  )
})

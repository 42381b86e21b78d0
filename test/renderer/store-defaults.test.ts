import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { guessStore, timeZones, usualIn } from '../../renderer/features/session/store-defaults.ts'

/** The time zone of this machine, as a browser answers where the system says so. */
function named(timeZone: string | undefined): void {
  const options = {
    ...Intl.DateTimeFormat().resolvedOptions(),
    timeZone,
  } as Intl.ResolvedDateTimeFormatOptions
  const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
  onTestFinished(() => spy.mockRestore())
}

describe('what is usual in a country', () => {
  it.each([
    ['JP', { currency: 'JPY', cultureCode: 'ja-JP', timeZone: 'Asia/Tokyo' }],
    ['DK', { currency: 'DKK', cultureCode: 'da-DK', timeZone: 'Europe/Copenhagen' }],
    // Of several languages the first.
    ['CH', { currency: 'CHF', cultureCode: 'de-CH', timeZone: 'Europe/Zurich' }],
    // Not among the languages on offer.
    ['TH', { timeZone: 'Asia/Bangkok' }],
  ])('in %s', (country, usual) => {
    expect(usualIn(country, 'Pacific/Auckland')).toStrictEqual(usual)
  })
})

describe('the time zone of a shop whose country has several', () => {
  const zone = (country: string, chosen: string): string | undefined => usualIn(country, chosen).timeZone

  it('stays what is chosen, where that is one of them', () => {
    expect(zone('US', 'America/Chicago')).toBe('America/Chicago')
  })

  it('is this machine’s, where that is one of them, and no other country’s', () => {
    named('America/Denver')
    expect(zone('US', 'Asia/Tokyo')).toBe('America/Denver')
  })

  it('is any of them where their clocks agree', () => {
    named('Asia/Tokyo')
    expect(zone('DE', 'Asia/Tokyo')).toBe('Europe/Berlin')
  })

  it('is to be chosen anywhere else', () => {
    named('Asia/Tokyo')
    expect(zone('US', 'Asia/Tokyo')).toBe('')
    expect(timeZones('')).not.toContain('')
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

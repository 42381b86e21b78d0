import { beforeAll, describe, expect, it } from 'vitest'
import { valueText } from '../../renderer/features/records/value-text.ts'
import { i18n, speak, type Locale } from '../../renderer/i18n/index.ts'
import { shopZone } from '../../renderer/ui/shop-zone.ts'

// Only the root element of a page is told its language.
globalThis.document = { documentElement: {} } as Document

const { t } = i18n.global
beforeAll(() => (shopZone.value = 'Europe/Copenhagen'))
async function said(locale: Locale, field: string, value: string): Promise<string> {
  await speak(locale)
  return valueText(field, value, { t: (key) => t(key), locale }).replaceAll('\u00a0', ' ')
}

describe('a value of a history', () => {
  it('is written as the page writes it: amounts, rates, moments on the shop’s clock, and words', async () => {
    expect(await said('de', 'variants.A.prices.b', '1250.00 EUR')).toBe('1.250,00 €')
    expect(await said('de', 'currencies', '75.00 EUR, 549.00 DKK')).toBe('75,00 €, 549,00 DKK')
    expect(await said('en', 'prices.b', '1980 JPY')).toBe('¥1,980')
    expect(await said('da', 'taxRate', '12.5 %')).toBe('12,5 %')
    expect(await said('de', 'validFrom', '2026-12-24T16:30:00.000Z')).toBe('24.12.2026, 17:30')
    expect(await said('de', 'state', 'retired')).toBe('Zurückgezogen')
    expect(await said('da', 'role', 'owner')).toBe('Ejer')
    expect(await said('ja', 'items.1.target', 'order')).not.toBe('order')
    expect(await said('de', 'exclusive', 'true')).toBe('Ja')
  })

  it('tells of countries by their names, and of moments within a sentence on the shop’s clock', async () => {
    expect(await said('de', 'countries', 'DE, DK')).toBe('Deutschland, Dänemark')
    expect(await said('ja', 'countryId', 'DK')).toBe('デンマーク')
    const guid = '0199a0b0-0000-7000-8000-00000000ffff'
    expect(await said('de', 'countryId', guid)).toBe(guid)
    const window = 'The time is from 2026-12-24T16:30:00.000Z; The organization is one of DE'
    expect(await said('de', 'criteria', window)).toBe(
      'The time is from 24.12.2026, 17:30; The organization is one of DE',
    )
  })

  it('that somebody has written stays as it is', async () => {
    for (const [field, value] of [
      ['names.en-GB', '50.00 EUR'],
      ['items.1.descriptions.de-DE', 'true'],
      ['name', 'active'],
      ['sku', '2026-11-25'],
      ['note', 'owes 12.50 EUR'],
    ] as const)
      expect(await said('de', field, value)).toBe(value)
  })
})

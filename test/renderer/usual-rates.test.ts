import { describe, expect, it } from 'vitest'
import { meantRates, offeredRates } from '../../renderer/features/session/typed-rates.ts'
import { pricesHaveTax, usualRates } from '../../renderer/features/tax-rates/usual-rates.ts'

describe('the tax rates that a country’s shops have', () => {
  it.each([
    ['DK', 'da-DK', [['Moms', 0.25]]],
    ['DE', 'de-DE', [['Regelsatz', 0.19], ['Ermäßigter Satz', 0.07]]],
    ['JP', 'ja-JP', [['標準税率', 0.1], ['軽減税率', 0.08]]],
    // Of several that are reduced none is called as another; named in the language of the shop, in English where it has no words.
    ['FR', 'fr-FR', [['Standard rate', 0.2], ['Reduced rate', 0.1], ['Reduced rate 2', 0.055], ['Reduced rate 3', 0.021]]],
    ['GB', 'en-GB', [['Standard rate', 0.2], ['Reduced rate', 0.05], ['Zero rate', 0]]],
    ['NZ', 'en-NZ', [['GST', 0.15]]],
    // None is the same everywhere.
    ['US', 'en-US', []],
    ['CA', 'en-CA', []],
  ])('%s', (country, culture, rates) => {
    expect(usualRates(country, culture).map(({ name, rate }) => [name, rate])).toStrictEqual(rates)
  }) // oxfmt-ignore

  it('are fractions that a shop may have, each with a name of its own and the standard rate first', () => {
    for (const first of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
      for (const second of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        const rates = usualRates(first + second, 'en-GB')
        expect(new Set(rates.map(({ name }) => name)).size).toBe(rates.length)
        expect(rates.map(({ rate }) => rate)).toStrictEqual(
          rates.map(({ rate }) => rate).toSorted((one, other) => other - one),
        )
      }
  })

  it('prices are said with tax but in North America', () => {
    expect(['DK', 'DE', 'GB', 'JP', 'AU', 'CH'].every(pricesHaveTax)).toBe(true)
    expect(['US', 'CA', 'PR'].some(pricesHaveTax)).toBe(false)
  })
})

describe('rates as they are typed', () => {
  it('what is offered means what it says, in the digits of each language', () => {
    expect(offeredRates('FI', 'fi-FI', 'da')[0]).toStrictEqual({ name: 'Standard rate', percent: '25,5' })
    for (const locale of ['en', 'da', 'de', 'ja'])
      expect(meantRates(offeredRates('FI', 'fi-FI', locale), locale)).toStrictEqual({
        faults: {},
        taxRates: usualRates('FI', 'fi-FI'),
      })
  })

  it('an empty row is none, and what is wrong is told at its field', () => {
    const typed = [
      { name: ' ', percent: '' },
      { name: ' Sales tax ', percent: '10.25' },
      { name: '', percent: '5' },
      { name: 'Food', percent: 'much' },
    ]
    const { faults, taxRates } = meantRates(typed, 'en')
    expect(taxRates[0]).toStrictEqual({ name: 'Sales tax', rate: 0.1025 })
    expect(faults).toStrictEqual({ 'taxRates.2.name': 'required', 'taxRates.3.percent': 'percent' })
  })
})

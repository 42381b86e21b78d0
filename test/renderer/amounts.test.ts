import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { minorDigits as keptDigits } from '../../core/kernel/money.ts'
import { campaignBodyOf, campaignFormOf } from '../../renderer/features/campaigns/campaign-form.ts'
import { methodBodyOf, methodFormOf } from '../../renderer/features/methods/method-form.ts'
import {
  exampleAmount,
  formatAmount,
  formatMoney,
  formatPlainAmount,
  minorDigits,
  parseAmount,
} from '../../renderer/ui/format.ts'
import { formatPercent, parsePercent } from '../../renderer/ui/percent.ts'

const CULTURES = [
  ...['en-GB', 'en-US', 'da-DK', 'de-DE', 'de-CH', 'fr-FR', 'ja-JP', 'pl-PL'],
  // Groups of two digits, digits of their own, and both.
  ...['en-IN', 'ar-KW', 'fa-IR', 'mr-IN'],
  // Other signs in amounts of money than in other numbers.
  ...['de-AT', 'fr-CH', 'en-DE', 'en-DK'],
]
const CURRENCIES = ['EUR', 'DKK', 'JPY', 'KWD'] as const

describe('the decimals of a currency', () => {
  it('are those that the core keeps amounts in', () => {
    // Units of account are no currencies to Intl, though it writes them.
    const currencies = [...Intl.supportedValuesOf('currency'), 'CLF', 'UYW']
    expect(currencies.map(minorDigits)).toStrictEqual(currencies.map(keptDigits))
  })

  it('are the same in every browser, whatever its own Intl says: what is left to pay back is written whole', () => {
    const options = vi.spyOn(Intl.NumberFormat.prototype, 'resolvedOptions')
    try {
      options.mockImplementation(() => ({ maximumFractionDigits: 0 }) as Intl.ResolvedNumberFormatOptions)
      expect(formatPlainAmount(99.7, 'RSD', 'en')).toBe('99.70')
      expect(parseAmount('99.70', 'RSD', 'en')).toBe(99.7)
    } finally {
      options.mockRestore()
    }
    expect(formatMoney(99.7, 'RSD', 'en')).toMatch(/99\.70$/)
  })
})

describe('an amount that somebody types', () => {
  it('is read as the culture writes it, with and without groups', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CULTURES),
        fc.constantFrom(...CURRENCIES),
        fc.integer({ min: 0, max: 9_999_999_999 }),
        fc.boolean(),
        (culture, currency, minor, isGrouped) => {
          const digits = { EUR: 2, DKK: 2, JPY: 0, KWD: 3 }[currency]
          const amount = minor / 10 ** digits
          const text = isGrouped
            ? formatAmount(amount, currency, culture)
            : formatPlainAmount(amount, currency, culture)
          expect(parseAmount(` ${text} `, currency, culture)).toBe(amount)
          // As it is copied from anywhere on the screen.
          expect(parseAmount(formatMoney(amount, currency, culture), currency, culture)).toBe(amount)
        },
      ),
    )
  })

  it('is written with the signs that it has beside its currency', () => {
    for (const culture of CULTURES) {
      for (const amount of [1234.5, 1_234_567.5])
        expect(formatMoney(amount, 'EUR', culture)).toContain(formatAmount(amount, 'EUR', culture))
      expect(formatMoney(12.5, 'EUR', culture)).toContain(formatPlainAmount(12.5, 'EUR', culture))
    }
    expect(formatPlainAmount(12.5, 'CHF', 'fr-CH')).toBe('12.50')
    expect(formatAmount(-12.5, 'CHF', 'fr-CH')).toBe('-12.50')
  })

  it.each([
    ['12.50', 'CHF', 'fr-CH', 12.5],
    ['12,50', 'CHF', 'fr-CH', 12.5],
    ['1.234,50', 'EUR', 'de-AT', 1234.5],
    ['1 234,50', 'EUR', 'de-AT', 1234.5],
    ['1,234.50', 'EUR', 'en-DE', 1234.5],
    ['1,250', 'EUR', 'en-DE', 1250],
    ['12,50', 'EUR', 'en-DE', 12.5],
  ])(
    'is read as the culture writes money, and as other numbers: %j %s in %s',
    (text, currency, culture, amount) => {
      expect(parseAmount(text, currency, culture)).toBe(amount)
    },
  )

  it('may have either apostrophe between its thousands in Switzerland', () => {
    for (const culture of ['de-CH', 'fr-CH', 'it-CH', 'de-LI'])
      for (const text of ["1'234.50", '1’234.50', "1234'567", "1'234'567.5"])
        expect([text, parseAmount(text, 'CHF', culture)]).toEqual([
          text,
          Number(text.replaceAll(/['’]/g, '')),
        ])
    expect(parseAmount("12'50", 'CHF', 'de-CH')).toBeUndefined()
    expect(parseAmount("12'50", 'EUR', 'es-ES')).toBeUndefined()
  })

  it('may be typed in full width', () => {
    expect(parseAmount('１，２３４．５０', 'EUR', 'ja-JP')).toBe(1234.5)
    expect(parsePercent('１０％', 'ja-JP')).toBe(0.1)
  })

  it('may be typed in the digits of any keyboard where the culture has some of its own', () => {
    expect(parseAmount('1,234.567', 'KWD', 'ar-KW')).toBe(1234.567)
    expect(parseAmount('١٬٢٣٤٫٥٦٧', 'KWD', 'ar-KW')).toBe(1234.567)
    expect(parseAmount('1234.5', 'INR', 'mr-IN')).toBe(1234.5)
  })

  it('may be grouped by thousands where the culture has groups of two', () => {
    expect(parseAmount('1,234,567.5', 'INR', 'en-IN')).toBe(1_234_567.5)
  })

  it.each([
    ['1٫5', 'en-GB'],
    ['1,5', 'ar-KW'],
    ['1,23', 'en-IN'],
    ['12.5', 'de-DE'],
    ['12,5', 'en-GB'],
    ['1,2,3', 'de-DE'],
    ['1.2.3', 'en-GB'],
    ['12,345', 'de-DE'],
    ['1,23', 'en-GB'],
    ['-5', 'en-GB'],
    ['1e3', 'en-GB'],
    ['5 apples', 'en-GB'],
    ['$5', 'en-GB'],
    ['€-5', 'en-GB'],
    ['€', 'en-GB'],
    ['.', 'en-GB'],
    ['', 'en-GB'],
    [',5', 'de-DE'],
  ])('is refused where it could mean another one: %j in %s', (text, culture) => {
    expect(parseAmount(text, 'EUR', culture)).toBeUndefined()
  })
})

describe('what is told of a text that is no amount', () => {
  it('has an amount as it may be typed, with the decimals of its currency', () => {
    const inGerman = (currency: string) => exampleAmount(currency, 'de-DE')
    expect(['EUR', 'KWD', 'JPY'].map(inGerman)).toStrictEqual(['12,50', '1,250', '1250'])
    for (const [currency, amount] of [
      ['EUR', 12.5],
      ['KWD', 1.25],
      ['JPY', 1250],
    ] as const)
      for (const culture of CULTURES)
        expect(parseAmount(exampleAmount(currency, culture), currency, culture), culture).toBe(amount)
  })

  it('is about the currency of its field, in a campaign and of what a method costs', () => {
    const texts = {
      amount: (example: string) => `no ${example}`,
      gone: '',
      percent: '',
      whole: '',
      dayTime: '',
    }
    const currencies = ['EUR', 'KWD', 'JPY']
    const campaign = { culture: 'de-DE', currencies, timeZone: undefined, texts }
    const typed = { EUR: '1,234', KWD: '1,2345', JPY: '12,50' }
    const form = { ...campaignFormOf(undefined, campaign), minimums: typed }
    expect(campaignBodyOf(form, campaign, undefined).faults).toMatchObject({
      'currencies.EUR': 'no 12,50',
      'currencies.KWD': 'no 1,250',
      'currencies.JPY': 'no 1250',
    })
    const groups = currencies.map((currency) => ({ id: currency, name: currency, currency }))
    const method = { culture: 'de-DE', groups, texts }
    const costs = { ...methodFormOf(undefined, [], method), amounts: typed }
    expect(methodBodyOf(costs, { field: 'fees', own: [] }, method).faults).toStrictEqual({
      'fees.EUR': 'no 12,50',
      'fees.KWD': 'no 1,250',
      'fees.JPY': 'no 1250',
    })
  })

  it('is the group of its field where somebody has deleted that since, and never where its own are not known yet', () => {
    const texts = { amount: (example: string) => `no ${example}`, gone: 'gone', percent: '', whole: '' }
    const method = { culture: 'de-DE', groups: [{ id: 'there', currency: 'EUR' }], texts }
    const own = [{ priceGroupId: 'retired', currency: 'JPY', amount: 500 }]
    const form = methodFormOf(undefined, own, method)
    const read = (amounts: Record<string, string>) =>
      methodBodyOf({ ...form, amounts: { ...form.amounts, ...amounts } }, { field: 'fees', own }, method)
    expect(read({ there: '5', gone: '9,99' }).faults).toStrictEqual({ 'fees.gone': 'gone' })
    expect(read({ there: '5', gone: '' })).toMatchObject({
      faults: {},
      amounts: [
        { priceGroupId: 'retired', amount: 500 },
        { priceGroupId: 'there', amount: 5 },
      ],
    })
    expect(read({ retired: '600' }).amounts).toStrictEqual([{ priceGroupId: 'retired', amount: 600 }])
  })
})

describe('a percentage that somebody types', () => {
  it('is read as a field of the culture begins with it, with its sign too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CULTURES),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.constantFrom('', '%', ' ٪'),
        (culture, millionths, sign) => {
          const rate = millionths / 1_000_000
          expect(parsePercent(formatPercent(rate, culture) + sign, culture)).toBe(rate)
        },
      ),
    )
  })

  it('may be typed in the digits of any keyboard', () => {
    expect(parsePercent('7.5', 'ar-KW')).toBe(0.075)
    expect(parsePercent('٧٫٥', 'ar-KW')).toBe(0.075)
    expect(parsePercent('٧٫٥', 'en-GB')).toBeUndefined()
  })
})

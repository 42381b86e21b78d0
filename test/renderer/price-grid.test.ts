import { afterAll, describe, expect, it, vi } from 'vitest'
import { PriceRowsAnswer } from '../../core/catalog/manage/prices/price.schema.ts'
import { ApiError } from '../../renderer/api/api-error.ts'
import type { PriceRow } from '../../renderer/api/prices.ts'
import { targetOf } from '../../renderer/features/price-grid/grid-keys.ts'
import { readTyped } from '../../renderer/features/price-grid/kept-cells.ts'
import { formatMoney } from '../../renderer/ui/format.ts'
import {
  byPerCent,
  ownPrice,
  patchOf,
  readCell,
  readClipboard,
  readPerCent,
  reversed,
} from '../../renderer/features/price-grid/price-changes.ts'
import { refusedPrices } from '../../renderer/features/price-grid/refused-prices.ts'
import { LOCALES, speak } from '../../renderer/i18n/index.ts'
import { faultLine } from '../../renderer/ui/fault-text.ts'
import { sharedShop } from '../support/shop.ts'

const shop = sharedShop()

vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('document', { documentElement: {} })
afterAll(() => vi.unstubAllGlobals())

const row = (id: string, productId: string, variantSku: string | null): PriceRow => ({
  id,
  productId,
  version: 4,
  sku: productId,
  variantSku,
  names: {},
  variantNames: {},
  taxRate: 0.25,
  prices: [
    { priceGroupId: 'base', price: 10, inheritedFrom: null },
    { priceGroupId: 'club', price: 10, inheritedFrom: 'base' },
  ],
})

describe('a cell', () => {
  it('takes an amount of the culture, with what a spreadsheet adds, or nothing', () => {
    expect(readCell('1.234,50', 'DKK', 'da-DK')).toStrictEqual({ price: 1234.5 })
    expect(readCell('kr. 12', 'DKK', 'da-DK')).toStrictEqual({ price: 12 })
    expect(readCell('1.234,50\u00a0kr.', 'DKK', 'da-DK')).toStrictEqual({ price: 1234.5 })
    expect(readCell('12 kr', 'DKK', 'da-DK')).toStrictEqual({ price: 12 })
    expect(readCell('12 kroner og', 'DKK', 'da-DK')).toBeUndefined()
    expect(readCell('kr.', 'DKK', 'da-DK')).toStrictEqual({ price: undefined })
    expect(readCell('￥1,980', 'JPY', 'ja-JP')).toStrictEqual({ price: 1980 })
    expect(readCell('１，９８０円', 'JPY', 'ja-JP')).toStrictEqual({ price: 1980 })
    expect(readCell('€ 12.50', 'EUR', 'en-GB')).toStrictEqual({ price: 12.5 })
    expect(readCell('DKK 12,50', 'DKK', 'da-DK')).toStrictEqual({ price: 12.5 })
    expect(readCell('$12.50', 'USD', 'en-GB')).toStrictEqual({ price: 12.5 })
    expect(readCell('US$12.50', 'USD', 'en-GB')).toStrictEqual({ price: 12.5 })
    // Marks of direction, which nobody sees: their own writing has them, and programs put them around what is copied.
    for (const [culture, currency] of [
      ['he-IL', 'ILS'],
      ['ar-EG', 'EGP'],
      ['ar-MA', 'MAD'],
      ['fa-IR', 'IRR'],
    ] as const)
      expect(readCell(formatMoney(1234, currency, culture), currency, culture)).toStrictEqual({ price: 1234 })
    expect(readCell('\u202a12.50\u202c', 'EUR', 'en-GB')).toStrictEqual({ price: 12.5 })
    expect(readCell(' ', 'DKK', 'da-DK')).toStrictEqual({ price: undefined })
    expect(readCell('12,505', 'DKK', 'da-DK')).toBeUndefined()
    expect(readCell('-1', 'DKK', 'da-DK')).toBeUndefined()
  })

  it('takes none of another currency', () => {
    expect(readCell('$12.50', 'EUR', 'en-GB')).toBeUndefined()
    expect(readCell('USD 12.50', 'EUR', 'en-GB')).toBeUndefined()
    expect(readCell('12,50 €', 'DKK', 'da-DK')).toBeUndefined()
    expect(readCell('€', 'DKK', 'da-DK')).toBeUndefined()
  })

  it('is pasted with its neighbours: tabs between, a line break behind each row', () => {
    expect(readClipboard('1\t2\r\n3\t"4"\r\n')).toStrictEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect(readClipboard('1\n\n2')).toStrictEqual([['1'], [''], ['2']])
    expect(readClipboard('')).toStrictEqual([['']])
  })

  it('is one cell with line breaks, tabs and quotes in it, where it stands in quotes', () => {
    expect(readClipboard('"12,50\n"\t2\n"a\tb"\t"6"" high"\n')).toStrictEqual([
      ['12,50', '2'],
      ['a\tb', '6" high'],
    ])
    expect(readClipboard('"12\t6" high\t"\n"1" 2')).toStrictEqual([['"12', '6" high', '"'], ['"1" 2']])
  })

  it('keeps whether it was typed with tax; what an earlier build has kept is as prices are shown', () => {
    const typed = { text: '100', isGross: false, by: undefined }
    expect(readTyped(typed, true)).toStrictEqual([typed])
    expect(readTyped({ text: '100' }, true)).toStrictEqual([{ text: '100', isGross: true }])
    expect(readTyped({ price: 100 }, true)).toStrictEqual([])
  })

  it('is left by the keys of a spreadsheet, and by Tab behind the last one', () => {
    const size = { rows: 3, columns: 2 }
    const whole = { value: '12', selectionStart: 0, selectionEnd: 2 }
    const press = (key: string, place: { row: number; column: number }, text = whole, shiftKey = false) =>
      targetOf({ key, shiftKey, ctrlKey: false }, text, place, size)
    expect(press('Enter', { row: 0, column: 1 })).toStrictEqual({ row: 1, column: 1 })
    expect(press('Enter', { row: 1, column: 1 }, whole, true)).toStrictEqual({ row: 0, column: 1 })
    expect(press('ArrowDown', { row: 2, column: 0 })).toStrictEqual({ row: 2, column: 0 })
    expect(press('Tab', { row: 0, column: 1 })).toStrictEqual({ row: 1, column: 0 })
    expect(press('Tab', { row: 2, column: 1 })).toBeUndefined()
    expect(press('Tab', { row: 0, column: 0 }, whole, true)).toBeUndefined()
    expect(press('ArrowRight', { row: 0, column: 0 })).toStrictEqual({ row: 0, column: 1 })
    const inside = { value: '12', selectionStart: 1, selectionEnd: 1 }
    expect(press('ArrowRight', { row: 0, column: 0 }, inside)).toBeUndefined()
    expect(press('a', { row: 0, column: 0 })).toBeUndefined()
  })
})

describe('changes of prices', () => {
  it('go by product, each in the version that is seen, and back again', () => {
    const rows = [row('a', 'p', 'P-S'), row('b', 'p', 'P-L'), row('c', 'q', null)]
    const changes = [
      { rowId: 'a', priceGroupId: 'base', from: 10, to: 12 },
      { rowId: 'c', priceGroupId: 'club', from: undefined, to: 9 },
      { rowId: 'a', priceGroupId: 'club', from: 8, to: undefined },
    ]
    expect(patchOf(changes, rows)).toStrictEqual([
      {
        id: 'p',
        version: 4,
        variants: [
          {
            variantSku: 'P-S',
            prices: [
              { priceGroupId: 'base', price: 12 },
              { priceGroupId: 'club', price: null },
            ],
          },
        ],
      },
      { id: 'q', version: 4, variants: [{ variantSku: null, prices: [{ priceGroupId: 'club', price: 9 }] }] },
    ])
    expect(reversed(changes)[1]).toStrictEqual({ rowId: 'c', priceGroupId: 'club', from: 9, to: undefined })
    const [first] = rows
    expect(first && [ownPrice(first, 'base'), ownPrice(first, 'club')]).toStrictEqual([10, undefined])
  })

  it('by per cent are read in digits of the culture, and in those of any keyboard', () => {
    expect(readPerCent('-12,5', 'de-DE')).toBe(-12.5)
    expect(readPerCent('+10 %', 'en-GB')).toBe(10)
    expect(readPerCent('−１０％', 'ja-JP')).toBe(-10)
    expect(readPerCent('-١٢٫٥٪', 'ar-EG')).toBe(-12.5)
    expect(readPerCent('-12.5', 'ar-EG')).toBe(-12.5)
    expect(['', '-', '-101', '1.234'].map((text) => readPerCent(text, 'en-GB'))).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
  })

  it('by per cent are rounded half away from zero to what the currency has', () => {
    expect(byPerCent(10, -10, 'EUR')).toBe(9)
    expect(byPerCent(0.25, 10, 'EUR')).toBe(0.28)
    expect(byPerCent(1.15, 50, 'EUR')).toBe(1.73)
    expect(byPerCent(999, 12.5, 'JPY')).toBe(1124)
    expect(byPerCent(1.005, 10, 'KWD')).toBe(1.106)
    expect(byPerCent(19.99, -100, 'EUR')).toBe(0)
  })
})

describe('what is refused of changed prices', () => {
  it('is told of the product, of a price with its variant and group, in every language', async () => {
    const manager = await shop().as('admin')
    const priceGroupId = await manager.priceGroup()
    const variants = ['S', 'L'].map((size) => ({ variantSku: `SAIL-${size}`, names: { 'en-GB': size } }))
    const body = { sku: 'SAIL', names: { 'en-GB': 'Spinnaker' }, taxRate: 0.25, variants }
    await manager.post('/manage/products', body)
    const seen = (await manager.get('/manage/prices', { search: 'SAIL-L', priceGroupIds: priceGroupId })).ok(
      PriceRowsAnswer,
    ).variants
    const [small, large] = [seen[0]?.id ?? '', seen[1]?.id ?? '']

    const names = {
      product: ({ names: of }: PriceRow) => of['en-GB'] ?? '',
      row: ({ names: of, variantNames }: PriceRow) => `${of['en-GB']}, ${variantNames['en-GB']}`,
      group: () => 'Shop price',
    }
    const refused = async (rowId: string, to: number): Promise<string[]> => {
      const asked = patchOf([{ rowId, priceGroupId, from: undefined, to }], seen)
      const headers = { prefer: 'fault-codes' }
      const answer = await manager.patch('/manage/prices', { products: asked }, { headers })
      const error = ApiError.fromBody(answer.status, answer.body)
      const said: string[] = []
      for (const locale of LOCALES) {
        await speak(locale)
        said.push(...refusedPrices(error, asked, seen, names).faults.map(faultLine))
      }
      return said
    }

    expect(await refused(large, -1)).toStrictEqual([
      'Spinnaker, L, Shop price: must be at least 0',
      'Spinnaker, L, Shop price: skal være mindst 0',
      'Spinnaker, L, Shop price: muss mindestens 0 sein',
      'Spinnaker, L, Shop price：0 以上にしてください',
    ])
    await manager.patch('/manage/products/SAIL', { taxRate: 0.12 })
    const moment = /\((?!admin)[^)]*\)|（[^）]*）/
    expect((await refused(small, 12)).map((text) => text.replace(moment, '(then)'))).toStrictEqual([
      'Spinnaker: changed in the meantime by Till (admin) (then). Your change is not saved: look at it, and try again.',
      'Spinnaker: ændret i mellemtiden af Till (admin) (then). Din ændring er ikke gemt: se efter, og prøv igen.',
      'Spinnaker: inzwischen von Till (admin) geändert (then). Ihre Änderung ist nicht gespeichert: Bitte sehen Sie nach, und versuchen Sie es noch einmal.',
      'Spinnaker：その間に Till (admin) が変更しました(then)。入力した変更は保存されていません。ご確認のうえ、もう一度お試しください。',
    ])
  })

  it('is told of the first few, and how many more there are', async () => {
    await speak('en')
    const fault = (_: unknown, index: number) => ({
      error: '',
      text: 'no',
      field: `products.${index}.version`,
    })
    const rows = Array.from({ length: 9 }, (_, index) => row(`${index}`, `p${index}`, null))
    const asked = rows.map(({ productId: id }) => ({ id, version: 1, variants: [] }))
    const names = { product: ({ sku }: PriceRow) => sku, row: () => '', group: () => '' }
    const error = refusedPrices(new ApiError(409, rows.map(fault)), asked, rows, names)
    expect(error.faults.map(faultLine)).toStrictEqual([
      ...['p0: no', 'p1: no', 'p2: no', 'p3: no', 'p4: no'],
      'And 4 more.',
    ])
  })
})

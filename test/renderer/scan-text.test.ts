import { describe, expect, it } from 'vitest'
import type { Product } from '../../core/catalog/catalog.schema.ts'
import { findExact, findFamily, isQuantityPrefix, readScan } from '../../renderer/features/goods/scan-text.ts'

describe('the digits of a scanner on another keyboard', () => {
  it.each(['٤٠٠٦٣٨١٣٣٣٩٣١', '۴۰۰۶۳۸۱۳۳۳۹۳۱'])(
    '%s is a barcode, too, whatever the order is written in',
    (code) => {
      expect(readScan(code, 'en-GB')).toStrictEqual([
        { quantity: 1, code },
        { quantity: 1, code: '4006381333931' },
      ])
      expect(readScan(`3*${code}`, 'de-DE').at(-1)).toStrictEqual({ quantity: 3, code: '4006381333931' })
    },
  )
})

describe('a scanned or typed text', () => {
  it.each([
    ['4006381333931', [{ quantity: 1, code: '4006381333931' }]],
    ['  MUG-1 ', [{ quantity: 1, code: 'MUG-1' }]],
    ['\u2066MUG-1\u2069 \u200b', [{ quantity: 1, code: 'MUG-1' }]],
    ['\u200e3*4006381333931\u200b', [{ quantity: 3, code: '4006381333931' }]],
    ['3*4006381333931', [{ quantity: 3, code: '4006381333931' }]],
    ['12 * blue mug', [{ quantity: 12, code: 'blue mug' }]],
    ['2×MUG-1', [{ quantity: 2, code: 'MUG-1' }]],
    ['１２＊MUG-1', [{ quantity: 12, code: 'MUG-1' }]],
    ['*MUG-1', [{ quantity: 1, code: '*MUG-1' }]],
    ['A*4', [{ quantity: 1, code: 'A*4' }]],
    ['3*', [{ quantity: 1, code: '3*' }]],
  ])('%s', (text, meaning) => {
    expect(readScan(text, 'en-GB')).toEqual(meaning)
  })

  it('may be a code of its own where x stands after a number', () => {
    expect(readScan('3x5-FRAME', 'en-GB')).toEqual([
      { quantity: 1, code: '3x5-FRAME' },
      { quantity: 3, code: '5-FRAME' },
    ])
  })

  it.each(['0*MUG-1', '9999999*MUG-1', '2,5*MUG-1', '2.5 * MUG-1', '-1*MUG-1', '1e3*MUG-1', '1 000*MUG-1'])(
    'means nothing where its quantity is none: %s',
    (text) => {
      expect(readScan(text, 'en-GB')).toEqual([])
    },
  )

  it.each(['3*', '３＊', '12 ×', '3x', ' 3 * ', '2,5*'])(
    'is a quantity that waits for its code: “%s”',
    (text) => {
      expect(isQuantityPrefix(text, 'en-GB')).toBe(true)
    },
  )

  it('has its quantity in digits of the culture, too', () => {
    expect(readScan('٣*MUG-1', 'ar-EG')).toEqual([{ quantity: 3, code: 'MUG-1' }])
    expect(readScan('٢٫٥*MUG-1', 'ar-EG')).toEqual([])
    expect(isQuantityPrefix('۳*', 'fa-IR')).toBe(true)
  })

  it.each(['', '3', 'mug', 'mug*', '*', '3*4', 'x'])('is none: “%s”', (text) => {
    expect(isQuantityPrefix(text, 'en-GB')).toBe(false)
  })
})

const product = (fields: Partial<Product>): Product => ({
  sku: 'SHIRT',
  variantSku: null,
  barcode: null,
  name: 'Shirt',
  inStock: null,
  catalogId: '0199a0b0-0000-7000-8000-000000000001',
  imageUrl: null,
  price: 10,
  taxRate: 0.25,
  currency: 'EUR',
  ...fields,
})

describe('the product a code means', () => {
  const red = product({ variantSku: 'SHIRT-RED', barcode: '111' })
  const blue = product({ variantSku: 'SHIRT-BLUE', barcode: '222' })
  const mug = product({ sku: 'MUG' })

  it('has the code as barcode, variant sku or sku, in any case', () => {
    expect(findExact([red, blue], '222')).toBe(blue)
    expect(findExact([red, blue], 'shirt-red')).toBe(red)
    expect(findExact([mug, red], 'mug')).toBe(mug)
  })

  it('has the code as it is pasted from an e-mail, or typed in full width', () => {
    for (const code of ['ＭＵＧ－Ａ', '\u2066mug-a\u2069', 'MUG\u2011A\u200b', '\ufeffMUG-A\u00a0'])
      expect(findExact([red, product({ sku: 'MUG-A' })], code), code).toMatchObject({ sku: 'MUG-A' })
    expect(findExact([red, blue], '\u202a２２２\u202c')).toBe(blue)
    expect(findFamily([red, mug, blue], 'shirt\u200b')).toEqual([red, blue])
    expect(findExact([product({ barcode: '4006381333931' })], '4\u202f006381\u200b333931')).toBeDefined()
  })

  it('has the code as its barcode with gaps, or with other zeros in front', () => {
    const pen = product({ barcode: '4006381333931' })
    const gum = product({ barcode: '036000291452' })
    expect(findExact([pen], '4 006381 333931')).toBe(pen)
    expect(findExact([pen, gum], '0036000291452')).toBe(gum)
    expect(findExact([gum], '36000291452')).toBe(gum)
    expect(findExact([product({ barcode: '00123' })], '123')).toBeUndefined()
    const same = product({ barcode: '0036000291452' })
    expect(findExact([gum, same], '36000291452')).toBeUndefined()
    expect(findExact([gum, same], '036000291452')).toBe(gum)
  })

  it('may be one of a family that the code is the sku of', () => {
    expect(findFamily([red, mug, blue], 'shirt')).toEqual([red, blue])
    expect(findFamily([red, mug, blue], 'SHI')).toEqual([])
  })

  it('is none where the code only begins alike, or means a family', () => {
    expect(findExact([red, blue], '22')).toBeUndefined()
    expect(findExact([red, blue], 'SHIRT')).toBeUndefined()
  })
})

import { isClash, layOver } from '../../renderer/features/records/lay-over.ts'
import { describe, expect, it } from 'vitest'
import type { ManagedProduct } from '../../renderer/api/products.ts'
import {
  bodyOf,
  fieldOfFault,
  formOf,
  grossField,
  isChanged,
  layFormOver,
  nextRow,
  priceField,
  rowField,
  typedPrice,
  withoutRow,
  type FormTerms,
  type ProductForm,
} from '../../renderer/features/products/product-form.ts'
import { textOf } from '../../renderer/features/products/typed-price.ts'
import { parsePercent } from '../../renderer/ui/percent.ts'

const terms: FormTerms = {
  culture: 'da-DK',
  groups: new Map([['group', { currency: 'DKK', taxRate: null }]]),
  rates: new Map([['standard', 0.25]]),
}
const variant = {
  id: 'v1',
  variantSku: 'J-S',
  names: { 'da-DK': 'Lille' },
  options: [
    { name: 'Størrelse', value: 'S' },
    { name: 'Farve', value: 'Blå' },
  ],
  imageUrl: '/api/v1/images/blue',
  barcodes: ['1', '2 2'],
  prices: [{ priceGroupId: 'group', currency: 'DKK', price: 1199.5 }],
  inheritedPrices: [],
}
const product: ManagedProduct = {
  id: 'p',
  version: 3,
  sku: 'J',
  names: { 'da-DK': 'Trøje', 'en-GB': 'Jumper' },
  descriptions: { 'en-GB': '<p>Warm.</p>' },
  imageUrl: null,
  catalogId: 'c',
  taxRate: 0.25,
  taxRateId: 'standard',
  state: 'active',
  isGiftCard: true,
  variants: [
    variant,
    { ...variant, id: 'v2', variantSku: 'J-L', options: [{ name: 'Farve', value: 'Rød' }] },
  ],
}

const form = formOf(product, terms)
const typed = (fields: Record<string, string>, rows = form.rows): ProductForm => ({
  fields: { ...form.fields, ...fields },
  rows,
})

describe('a product as it is typed', () => {
  it('is the same product when nothing was typed', () => {
    const { body, faults } = bodyOf(form, terms, product)
    expect(faults).toStrictEqual({})
    const { id: _id, version: _version, variants, ...rest } = product
    expect(body).toStrictEqual({
      ...rest,
      variants: variants.map(({ inheritedPrices: _none, prices, ...each }) => ({
        ...each,
        prices: prices.map(({ priceGroupId, price }) => ({ priceGroupId, price })),
      })),
    })
    expect(isChanged(form, formOf(product, terms))).toBe(false)
  })

  it('has amounts and rates as the culture writes them, and says what is none', () => {
    expect(form.fields[priceField('v1', 'group')]).toBe('1199,50')
    const { body } = bodyOf(
      typed({ [priceField('v1', 'group')]: '1.250,25', taxRate: '12,5 %', taxRateId: '' }),
      terms,
    )
    expect([body.taxRate, body.variants[0]?.prices]).toStrictEqual([
      0.125,
      [{ priceGroupId: 'group', price: 1250.25 }],
    ])
    const wrong = {
      sku: ' ',
      taxRate: '101',
      taxRateId: '',
      [priceField('v2', 'group')]: '1,234.5',
      'names.da-DK': '',
    }
    const { faults } = bodyOf(
      typed({ ...wrong, 'names.en-GB': '', [rowField('v1', 'variantSku')]: '' }),
      terms,
      product,
    )
    expect(faults).toStrictEqual({
      sku: 'required',
      taxRate: 'rate',
      names: 'required',
      [rowField('v1', 'variantSku')]: 'required',
      [priceField('v2', 'group')]: { example: '12,50' },
    })
    expect(['25', '7.7%', 'x'].map((text) => parsePercent(text, 'en-GB'))).toStrictEqual([
      0.25,
      0.077,
      undefined,
    ])
  })

  it('has barcodes with commas in them as they are stored, also where another one is added', () => {
    const stored = { ...product, variants: [{ ...variant, barcodes: ['LOT,77', 'A;B'] }] }
    const text = formOf(stored, terms).fields[rowField('v1', 'barcodes')] ?? ''
    const read = (barcodes: string) =>
      bodyOf(typed({ [rowField('v1', 'barcodes')]: barcodes }, ['v1']), terms, stored).body.variants[0]
        ?.barcodes
    expect(read(text)).toStrictEqual(['LOT,77', 'A;B'])
    expect(read(`9, ${text},8`)).toStrictEqual(['9', 'LOT,77', 'A;B', '8'])
  })

  it('has new variants without an id, and none of those that were removed', () => {
    const row = nextRow(form.rows)
    const { body } = bodyOf(typed({ [rowField(row, 'variantSku')]: 'J-M' }, ['v2', row]), terms, product)
    expect(body.variants.map(({ id, variantSku }) => [id, variantSku])).toStrictEqual([
      ['v2', 'J-L'],
      [undefined, 'J-M'],
    ])
    expect(nextRow(['v2', row])).not.toBe(row)
  })
})

describe('a price that is typed with tax', () => {
  const gross = { [grossField('v1', 'group')]: '1.250,00' }
  const priceOf = (form: ProductForm, of = terms) => bodyOf(form, of).body.variants[0]?.prices?.[0]?.price
  const shown = (form: ProductForm, isWithTax: boolean, of = terms) => {
    const price = typedPrice((name) => form.fields[name] ?? '', 'v1', 'group', of)
    return textOf(price, price, isWithTax)
  }

  it('is kept without, by the rate of the group before that of the product, which may be typed later', () => {
    expect(priceOf(typed(gross))).toBe(1000)
    expect(priceOf(typed({ ...gross, taxRateId: '', taxRate: '12,5' }))).toBe(1111.11)
    const group = { ...terms, groups: new Map([['group', { currency: 'DKK', taxRate: 0 }]]) }
    expect(priceOf(typed(gross), group)).toBe(1250)
    const { faults } = bodyOf(typed({ ...gross, taxRateId: '', taxRate: '' }), terms)
    const noAmount = { [priceField('v1', 'group')]: { example: '12,50' } }
    expect(faults).toStrictEqual({ taxRate: 'required', ...noAmount })
    expect(bodyOf(typed({ [grossField('v1', 'group')]: 'mange' }), terms).faults).toStrictEqual(noAmount)
  })

  it('is shown as it was typed, and the other way as what it comes to', () => {
    expect([shown(typed(gross), true), shown(typed(gross), false)]).toStrictEqual(['1.250,00', '1000,00'])
    expect([shown(form, true), shown(form, false)]).toStrictEqual(['1499,38', '1199,50'])
    const none = typed({ [priceField('v1', 'group')]: 'mange' })
    expect([shown(none, true), shown(none, false)]).toStrictEqual(['mange', 'mange'])
    expect(shown(typed({ taxRateId: '', taxRate: '' }), true)).toBe('1199,50')
  })
})

describe('a price that is typed for a group that somebody has deleted since', () => {
  it.each([priceField('v1', 'gone'), grossField('v1', 'gone')])(
    'is at fault until it is let go: %s',
    (name) => {
      const mine = typed({ [name]: '9,99' })
      expect(bodyOf(mine, terms, product).faults).toStrictEqual({ [priceField('v1', 'gone')]: 'gone' })
      const price = typedPrice((each) => mine.fields[each] ?? '', 'v1', 'gone', terms)
      expect([true, false].map((isWithTax) => textOf(price, price, isWithTax))).toStrictEqual([
        '9,99',
        '9,99',
      ])
      const { body, faults } = bodyOf(typed({ [name]: '' }), terms, product)
      expect([faults, body]).toStrictEqual([{}, bodyOf(form, terms, product).body])
    },
  )
})

describe('what a colleague has done meanwhile', () => {
  const theirs = formOf({ ...product, names: { 'da-DK': 'Sweater' }, variants: [variant] }, terms)

  it('stays, and what was typed is on top of it', () => {
    const mine = typed({ taxRate: '12', 'names.en-GB': 'Fisherman jumper' }, [...form.rows, 'new-1'])
    const both = layOver(theirs, form, mine)
    expect(both.rows).toStrictEqual(['v1', 'new-1'])
    expect(both.fields).toMatchObject({
      'names.da-DK': 'Sweater',
      'names.en-GB': 'Fisherman jumper',
      taxRate: '12',
    })
    expect(isChanged(theirs, layOver(theirs, form, form))).toBe(false)
  })

  it('takes no variant away of which something else was typed, whoever’s is kept', () => {
    const mine = typed({ [rowField('v2', 'barcodes')]: '3' })
    const kept = layFormOver(theirs, form, mine)
    expect(kept.rows).toStrictEqual(form.rows)
    expect(isChanged(kept, layFormOver(theirs, form, form))).toBe(true)
    expect(kept.fields).toMatchObject({ [rowField('v2', 'variantSku')]: 'J-L', 'names.da-DK': 'Sweater' })
    // It is there no more: what is kept of it is a new one, or comes back by its sku.
    const { variants } = bodyOf(kept, terms, { variants: [variant] }).body
    expect(variants).toMatchObject([{ id: 'v1' }, { variantSku: 'J-L', barcodes: ['3'] }])
    expect(variants[1]).not.toHaveProperty('id')
    expect(layFormOver(kept, form, theirs)).toStrictEqual(theirs)
    expect(
      layFormOver(typed({}, ['v2']), form, typed({ [rowField('v1', 'barcodes')]: '3' })).rows,
    ).toStrictEqual(form.rows)
    expect(layFormOver(theirs, form, typed({ taxRate: '12' })).rows).toStrictEqual(['v1'])
    expect(layFormOver(form, form, typed({ [rowField('v2', 'barcodes')]: '3' }, ['v1'])).rows).toStrictEqual([
      'v1',
    ])
  })
})

describe('a variant that is taken away', () => {
  it('leaves nothing to one that is added later', () => {
    const row = nextRow(form.rows)
    const added = typed({ [rowField(row, 'variantSku')]: 'J-M' }, [...form.rows, row])
    expect(withoutRow(added, row)).toStrictEqual(form)
  })

  it('is no choice of one’s own where a colleague has changed it meanwhile', () => {
    const mine = withoutRow(form, 'v2')
    const theirs = typed({ [rowField('v2', 'barcodes')]: '3' })
    expect(isClash(theirs, form, mine)).toBe(true)
    expect(layFormOver(theirs, form, mine)).toStrictEqual(mine)
    expect(layFormOver(mine, form, theirs)).toStrictEqual(theirs)
    expect(isClash(typed({ taxRate: '12' }), form, mine)).toBe(false)
  })
})

it('a fault of the API is at the field it is about', () => {
  const { body } = bodyOf(form, terms, product)
  const at = (path: string) => fieldOfFault(path, form, body)
  expect(at('imageUrl')).toBe('imageUrl')
  expect(at('variants.1.imageUrl')).toBe(rowField('v2', 'imageUrl'))
  expect(at('variants.1.barcodes.0')).toBe(rowField('v2', 'barcodes'))
  expect(at('variants.0.prices.0.price')).toBe(priceField('v1', 'group'))
  expect(at('variants.0.names.da-DK')).toBe(rowField('v1', 'names.da-DK'))
  expect(at('variants')).toBe('variants')
})

describe('a product without a sku', () => {
  const [first = ''] = form.rows
  const unnamed = typed({ sku: ' ', [rowField(first, 'barcodes')]: ' 4001234567890, 4001234567906' })

  it('goes by its first barcode where it is new', () => {
    expect(bodyOf(unnamed, terms).body.sku).toBe('4001234567890')
    expect(bodyOf(unnamed, terms).faults).not.toHaveProperty('sku')
  })

  it('lacks it where it has no barcode, or had a sku', () => {
    const barcodes = Object.fromEntries(form.rows.map((row) => [rowField(row, 'barcodes'), '']))
    expect(bodyOf(typed({ sku: '', ...barcodes }), terms).faults).toHaveProperty('sku', 'required')
    expect(bodyOf(unnamed, terms, product).faults).toHaveProperty('sku', 'required')
  })
})

import { describe, expect, it } from 'vitest'
import type { ManagedProduct } from '../../renderer/api/products.ts'
import {
  bodyOf,
  fieldOfFault,
  formOf,
  isChanged,
  nextRow,
  onTopOf,
  priceField,
  rowField,
  type ProductForm,
} from '../../renderer/features/products/product-form.ts'
import { parsePercent } from '../../renderer/ui/percent.ts'

const terms = { culture: 'da-DK', currencies: new Map([['group', 'DKK']]) }
const variant = {
  id: 'v1',
  variantSku: 'J-S',
  names: { 'da-DK': 'Lille' },
  options: [
    { name: 'Størrelse', value: 'S' },
    { name: 'Farve', value: 'Blå' },
  ],
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
    const { body, faults } = bodyOf(form, terms)
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
    const { body } = bodyOf(typed({ [priceField('v1', 'group')]: '1.250,25', taxRate: '12,5 %' }), terms)
    expect([body.taxRate, body.variants[0]?.prices]).toStrictEqual([
      0.125,
      [{ priceGroupId: 'group', price: 1250.25 }],
    ])
    const wrong = { sku: ' ', taxRate: '101', [priceField('v2', 'group')]: '1,234.5', 'names.da-DK': '' }
    const { faults } = bodyOf(
      typed({ ...wrong, 'names.en-GB': '', [rowField('v1', 'variantSku')]: '' }),
      terms,
    )
    expect(faults).toStrictEqual({
      sku: 'required',
      taxRate: 'rate',
      names: 'required',
      [rowField('v1', 'variantSku')]: 'required',
      [priceField('v2', 'group')]: 'amount',
    })
    expect([parsePercent('25'), parsePercent('7.7%'), parsePercent('x')]).toStrictEqual([
      0.25,
      0.077,
      undefined,
    ])
  })

  it('has new variants without an id, and none of those that were removed', () => {
    const row = nextRow(form.rows)
    const { body } = bodyOf(typed({ [rowField(row, 'variantSku')]: 'J-M' }, ['v2', row]), terms)
    expect(body.variants.map(({ id, variantSku }) => [id, variantSku])).toStrictEqual([
      ['v2', 'J-L'],
      [undefined, 'J-M'],
    ])
    expect(nextRow(['v2', row])).not.toBe(row)
  })
})

describe('what a colleague has done meanwhile', () => {
  const theirs = formOf({ ...product, names: { 'da-DK': 'Sweater' }, variants: [variant] }, terms)

  it('stays, and what was typed is on top of it', () => {
    const mine = typed({ taxRate: '12', 'names.en-GB': 'Fisherman jumper' }, [...form.rows, 'new-1'])
    const both = onTopOf(theirs, form, mine)
    expect(both.rows).toStrictEqual(['v1', 'new-1'])
    expect(both.fields).toMatchObject({
      'names.da-DK': 'Sweater',
      'names.en-GB': 'Fisherman jumper',
      taxRate: '12',
    })
    expect(isChanged(theirs, onTopOf(theirs, form, form))).toBe(false)
  })
})

it('a fault of the API is at the field it is about', () => {
  const { body } = bodyOf(form, terms)
  const at = (path: string) => fieldOfFault(path, form, body)
  expect(at('imageUrl')).toBe('imageUrl')
  expect(at('variants.1.barcodes.0')).toBe(rowField('v2', 'barcodes'))
  expect(at('variants.0.prices.0.price')).toBe(priceField('v1', 'group'))
  expect(at('variants.0.names.da-DK')).toBe(rowField('v1', 'names.da-DK'))
  expect(at('variants')).toBe('variants')
})

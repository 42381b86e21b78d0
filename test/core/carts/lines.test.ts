import { describe, expect, it } from 'vitest'
import { AddLineAnswer } from '../../../core/carts/cart.schema.ts'
import type { Product } from '../../../core/catalog/catalog.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import type { Clerk } from '../../support/clerk.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

/** A shop assistant with a new cart and something to sell. */
async function atTheCounter(scope: 'storefront' | 'storefront price' | 'staff price' = 'storefront') {
  const clerk = await shop().as(scope)
  const [product] = await clerk.products({ maxItems: 1 })
  if (!product) throw new Error('The shop sells nothing.')
  return { clerk, product, cartId: await clerk.aCart() }
}

const linesOf = async (clerk: Clerk, cartId: string) =>
  (await clerk.readCart(cartId)).orderLines.map(({ id, quantity }) => ({ id, quantity }))

describe('adding goods to a cart (section 4.2)', () => {
  it('answers miniCart, success and the line’s id; the mini cart is null unless asked for', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    const answer = await clerk.post(`/carts/${cartId}/lines`, await clerk.lineOf(product))
    const { lineId } = answer.ok(AddLineAnswer)
    expect(answer.body).toStrictEqual({ miniCart: null, success: true, lineId })
    expect(await linesOf(clerk, cartId)).toStrictEqual([{ id: lineId, quantity: 1 }])
  })

  it('adds to a line that is like it, unless the caller wants one of its own', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    const first = await clerk.addLine(cartId, product, { quantity: 2 })
    expect(await clerk.addLine(cartId, product, { quantity: 3 })).toBe(first)
    const own = await clerk.addLine(cartId, product, { addToExistingOrderline: false })
    expect(await linesOf(clerk, cartId)).toStrictEqual([
      { id: first, quantity: 5 },
      { id: own, quantity: 1 },
    ])
  })

  it('never merges lines whose custom properties differ', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    const properties = [
      [],
      [{ key: 'engraving', value: 'Ida' }],
      [{ key: 'engraving', value: 'Bo' }],
      [
        { key: 'engraving', value: 'Ida' },
        { key: 'wrap', value: 'gift' },
      ],
    ]
    const lines = new Set<string>()
    for (const customProperties of properties)
      lines.add(await clerk.addLine(cartId, product, { customProperties }))
    expect(lines.size).toBe(4)
    const [, , , wrapped] = [...lines]
    const reordered = [
      { key: 'wrap', value: 'gift' },
      { key: 'engraving', value: 'Ida' },
    ]
    expect(await clerk.addLine(cartId, product, { customProperties: reordered })).toBe(wrapped)
  })

  it('keeps the lines in the order they came', async () => {
    const { clerk, cartId } = await atTheCounter()
    const goods = await clerk.products({ maxItems: 6 })
    const ids: string[] = []
    for (const product of goods.toReversed()) ids.push(await clerk.addLine(cartId, product))
    expect((await linesOf(clerk, cartId)).map(({ id }) => id)).toStrictEqual(ids)
  })

  it('takes productCatalogId as another name of catalogId (decisions, carts)', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    const { catalogId: productCatalogId, ...line } = await clerk.lineOf(product)
    expect((await clerk.post(`/carts/${cartId}/lines`, { ...line, productCatalogId })).status).toBe(200)
  })

  it('names the goods in the culture that is given', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    await clerk.addLine(cartId, product, { cultureCode: 'da-DK' })
    expect((await clerk.readCart(cartId)).orderLines[0]?.productName).not.toBe(product.name)
  })

  it('sells something without variants by its sku alone', async () => {
    const { clerk, cartId } = await atTheCounter()
    const single = (await clerk.products({ maxItems: 1000 })).find(({ variantSku }) => variantSku === null)
    if (!single) throw new Error('Everything comes in variants.')
    const { variantSku: _, ...line } = await clerk.lineOf(single)
    for (const body of [line, { ...line, variantSku: null }, { ...line, variantSku: '' }]) {
      expect((await clerk.post(`/carts/${cartId}/lines`, body)).status).toBe(200)
    }
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([
      { sku: single.sku, variantSku: null, quantity: 3 },
    ])
  })
})

describe('goods that cannot be sold so are a bad request that says which', () => {
  const cases: readonly (readonly [string, (clerk: Clerk, product: Product) => Promise<object>, string])[] = [
    ['an unknown sku', async (clerk, product) => clerk.lineOf(product, { sku: 'NO-SUCH-SKU' }), 'sku'],
    [
      'an unknown variant',
      async (clerk, product) => clerk.lineOf(product, { variantSku: 'AP-NONE' }),
      'variantSku',
    ],
    [
      'a family without a variant',
      async (clerk, product) => clerk.lineOf(product, { variantSku: null }),
      'variantSku',
    ],
    [
      'a price group of another currency',
      async (clerk, product) => clerk.lineOf(product, {}, 'Shop price, DKK'),
      'priceGroupId',
    ],
    [
      'a price group that does not exist',
      async (clerk, product) =>
        clerk.lineOf(product, { priceGroupId: '0199a0b0-0000-7000-8000-00000000ffff' }),
      'priceGroupId',
    ],
    [
      'a product without a price in the group',
      async (clerk, product) => clerk.lineOf(product, {}, 'Coffee wholesale, Germany'),
      'sku',
    ],
    [
      'another catalog than the product’s',
      async (clerk, product) => clerk.lineOf(product, { catalogId: await clerk.catalog('Coffee & tea') }),
      'catalogId',
    ],
    [
      'a catalog that does not exist',
      async (clerk, product) => clerk.lineOf(product, { catalogId: '0199a0b0-0000-7000-8000-00000000ffff' }),
      'catalogId',
    ],
    [
      'a culture of no store',
      async (clerk, product) => clerk.lineOf(product, { cultureCode: 'fr-FR' }),
      'cultureCode',
    ],
    ['no whole quantity', async (clerk, product) => clerk.lineOf(product, { quantity: 1.5 }), 'quantity'],
    ['a quantity of nothing', async (clerk, product) => clerk.lineOf(product, { quantity: 0 }), 'quantity'],
    ['a negative quantity', async (clerk, product) => clerk.lineOf(product, { quantity: -1 }), 'quantity'],
    [
      'more than a million',
      async (clerk, product) => clerk.lineOf(product, { quantity: 1_000_001 }),
      'quantity',
    ],
    ['a quantity as text', async (clerk, product) => clerk.lineOf(product, { quantity: '2' }), 'quantity'],
    [
      'a property key that stands twice',
      async (clerk, product) =>
        clerk.lineOf(product, {
          customProperties: [
            { key: 'a', value: '1' },
            { key: 'a', value: '2' },
          ],
        }),
      'customProperties.1.key',
    ],
    [
      'a property without a key',
      async (clerk, product) => clerk.lineOf(product, { customProperties: [{ key: '', value: '1' }] }),
      'customProperties.0.key',
    ],
  ]

  it.each(cases)('%s', async (_what, bodyOf, field) => {
    const { clerk, product, cartId } = await atTheCounter()
    const answer = await clerk.post(`/carts/${cartId}/lines`, await bodyOf(clerk, product))
    expect(answer.faultyFields('BadRequest')).toStrictEqual([field])
    expect(await linesOf(clerk, cartId)).toStrictEqual([])
  })

  it('and a line that would grow past a million stays as it is', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    const id = await clerk.addLine(cartId, product, { quantity: 999_999 })
    const answer = await clerk.post(`/carts/${cartId}/lines`, await clerk.lineOf(product, { quantity: 2 }))
    expect(answer.faultyFields('BadRequest')).toStrictEqual(['quantity'])
    expect(await linesOf(clerk, cartId)).toStrictEqual([{ id, quantity: 999_999 }])
  })

  it('so is a cart that becomes too dear to be charged exactly', async () => {
    const { clerk, product, cartId } = await atTheCounter('storefront price')
    const line = await clerk.lineOf(product, { price: 10_000_000_000, quantity: 1_000_000 })
    expect((await clerk.post(`/carts/${cartId}/lines`, line)).refused('BadRequest')).toStrictEqual([
      'The total is larger than can be charged.',
    ])
    expect(await linesOf(clerk, cartId)).toStrictEqual([])
  })
})

describe('a price of one’s own', () => {
  it('is told of with its line, and gives way to the one of the list again', async () => {
    const { clerk, product, cartId } = await atTheCounter('storefront price')
    const lineId = await clerk.addLine(cartId, product)
    expect((await clerk.readCart(cartId)).orderLines[0]).not.toHaveProperty('priceIsSet')
    await clerk.patch(`/carts/${cartId}/lines/${lineId}`, { price: 1.5 })
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([{ price: 1.5, priceIsSet: true }])
    expect((await clerk.patch(`/carts/${cartId}/lines/${lineId}`, { price: null })).status).toBe(200)
    const [line] = (await clerk.readCart(cartId)).orderLines
    expect(line).toMatchObject({ price: product.price, total: expect.any(Number) as number })
    expect(line).not.toHaveProperty('priceIsSet')
    const { clerk: other } = await atTheCounter()
    const refused = await other.patch(`/carts/${cartId}/lines/${lineId}`, { price: null })
    expect(refused.refused('Forbidden')[0]).toContain('price')
  })

  it('gives way to the one of the list for the counter, too, which may set none: not with a tax rate', async () => {
    const { clerk, product, cartId } = await atTheCounter('staff price')
    const path = `/carts/${cartId}/lines/${await clerk.addLine(cartId, product, { price: 1.5 })}`
    const counter = await shop().as('staff')
    for (const body of [{ price: 2 }, { price: null, taxRate: 0 }]) {
      expect((await counter.patch(path, body)).refused('Forbidden')[0]).toContain('price')
    }
    expect((await counter.patch(path, { price: null })).status).toBe(200)
    const [line] = (await counter.readCart(cartId)).orderLines
    expect(line).toMatchObject({ price: product.price, taxRate: product.taxRate })
    expect(line).not.toHaveProperty('priceIsSet')
  })

  it('needs the scope price', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    const lineId = await clerk.addLine(cartId, product)
    const add = await clerk.post(`/carts/${cartId}/lines`, await clerk.lineOf(product, { price: 1 }))
    const change = await clerk.patch(`/carts/${cartId}/lines/${lineId}`, { price: 1 })
    for (const answer of [add, change]) expect(answer.refused('Forbidden')[0]).toContain('price')
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([{ price: product.price, quantity: 1 }])
  })

  it('is taken as it is, taxed anew, and stands on a line of its own', async () => {
    const { clerk, product, cartId } = await atTheCounter('storefront price')
    await clerk.addLine(cartId, product)
    await clerk.addLine(cartId, product, { price: 1.005 })
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([
      { price: product.price },
      { price: 1.01, tax: 0.25, total: 1.26 },
    ])
  })

  it('brings a tax rate of its own where it is said, as a line did that was removed', async () => {
    const { clerk, product, cartId } = await atTheCounter('storefront price')
    await clerk.addLine(cartId, product)
    await clerk.addLine(cartId, product, { taxRate: 0.07 })
    await clerk.addLine(cartId, product, { taxRate: 0.07, price: 100 })
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([
      { price: product.price, taxRate: product.taxRate },
      { price: product.price, taxRate: 0.07 },
      { price: 100, taxRate: 0.07, tax: 7 },
    ])
    const other = await shop().as('storefront')
    const line = await other.lineOf(product, { taxRate: 0 })
    expect((await other.post(`/carts/${cartId}/lines`, line)).refused('Forbidden')[0]).toContain('price')
  })

  it('may be nothing, but not less', async () => {
    const { clerk, product, cartId } = await atTheCounter('storefront price')
    const lineId = await clerk.addLine(cartId, product, { price: 0 })
    expect(await clerk.readCart(cartId)).toMatchObject({
      orderTotal: 0,
      orderLines: [{ price: 0, tax: 0, total: 0 }],
    })
    const answer = await clerk.patch(`/carts/${cartId}/lines/${lineId}`, { price: -0.01 })
    expect(answer.faultyFields('BadRequest')).toStrictEqual(['price'])
  })
})

describe('changing a line', () => {
  it('sets its quantity and answers miniCart and success', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    const id = await clerk.addLine(cartId, product)
    const answer = await clerk.patch(`/carts/${cartId}/lines/${id}`, { quantity: 7 })
    expect(answer.body).toStrictEqual({ miniCart: null, success: true })
    expect(await linesOf(clerk, cartId)).toStrictEqual([{ id, quantity: 7 }])
  })

  it('sets its price with the scope price, and leaves the quantity', async () => {
    const { clerk, product, cartId } = await atTheCounter('storefront price')
    const id = await clerk.addLine(cartId, product, { quantity: 3 })
    expect((await clerk.patch(`/carts/${cartId}/lines/${id}`, { price: 8 })).status).toBe(200)
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([
      { price: 8, tax: 2, quantity: 3, total: 30 },
    ])
  })

  it('to nothing named, or to no quantity, is a bad request', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    const id = await clerk.addLine(cartId, product)
    for (const body of [{}, { colour: 'red' }, undefined]) {
      expect((await clerk.patch(`/carts/${cartId}/lines/${id}`, body)).refused('BadRequest')[0]).toContain(
        'nothing',
      )
    }
    expect(
      (await clerk.patch(`/carts/${cartId}/lines/${id}`, { quantity: 0 })).faultyFields('BadRequest'),
    ).toStrictEqual(['quantity'])
  })

  it('takes it out again, with its properties', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    const kept = await clerk.addLine(cartId, product)
    const gone = await clerk.addLine(cartId, product, {
      customProperties: [{ key: 'engraving', value: 'Ida' }],
    })
    const answer = await clerk.delete(`/carts/${cartId}/lines/${gone}`)
    expect(fieldsOf(answer.body as object)).toStrictEqual(['miniCart', 'success'])
    expect(await linesOf(clerk, cartId)).toStrictEqual([{ id: kept, quantity: 1 }])
    expect((await clerk.delete(`/carts/${cartId}/lines/${gone}`)).refused('NotFound')).toHaveLength(1)
  })

  it('of another cart, or that does not exist, is not found', async () => {
    const { clerk, product, cartId } = await atTheCounter()
    const elsewhere = await clerk.aCart()
    const lineId = await clerk.addLine(elsewhere, product)
    for (const id of [lineId, '0199a0b0-0000-7000-8000-00000000ffff']) {
      expect(
        (await clerk.patch(`/carts/${cartId}/lines/${id}`, { quantity: 2 })).refused('NotFound'),
      ).toHaveLength(1)
      expect((await clerk.delete(`/carts/${cartId}/lines/${id}`)).refused('NotFound')).toHaveLength(1)
    }
    expect(await linesOf(clerk, elsewhere)).toStrictEqual([{ id: lineId, quantity: 1 }])
    expect((await clerk.delete(`/carts/${cartId}/lines/first`)).faultyFields('BadRequest')).toStrictEqual([
      'lineId',
    ])
  })
})

describe('lines as programs of the original service send them', () => {
  it('change their tax rate with the scope price: a fraction, taxed anew', async () => {
    const { clerk, product, cartId } = await atTheCounter('storefront price')
    const id = await clerk.addLine(cartId, product, { price: 100, quantity: 2 })
    const path = `/carts/${cartId}/lines/${id}`
    expect((await clerk.patch(path, { taxRate: 0.07 })).body).toStrictEqual({ miniCart: null, success: true })
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([
      { price: 100, taxRate: 0.07, tax: 7, quantity: 2, total: 214 },
    ])
    expect((await clerk.patch(path, { price: 10, taxRate: 0, quantity: 1 })).status).toBe(200)
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([
      { price: 10, taxRate: 0, tax: 0, total: 10 },
    ])
    for (const taxRate of [-0.1, 25, '0.25', null]) {
      expect((await clerk.patch(path, { taxRate })).faultyFields('BadRequest')).toStrictEqual(['taxRate'])
    }
    const other = await shop().as('storefront')
    expect((await other.patch(path, { taxRate: 0 })).refused('Forbidden')[0]).toContain('price')
  })

  it('keep the price of the shop where only the tax rate is set', async () => {
    const { clerk, product, cartId } = await atTheCounter('storefront price')
    const id = await clerk.addLine(cartId, product)
    await clerk.patch(`/carts/${cartId}/lines/${id}`, { taxRate: 0 })
    const staff = await shop().as('staff')
    await staff.patch(`/carts/${cartId}`, {
      priceGroupId: await staff.priceGroup('Trade, EUR'),
      priceGroupReason: 'A test',
    })
    const [trade] = await staff.products({ priceGroup: 'Trade, EUR', maxItems: 1 })
    expect((await clerk.readCart(cartId)).orderLines).toMatchObject([
      { price: trade?.price, taxRate: product.taxRate },
    ])
  })

  it('are removed by sku and variant, whichever prices and properties they have', async () => {
    const { clerk, cartId } = await atTheCounter()
    const goods = await clerk.products({ maxItems: 50 })
    const family = goods.find(({ variantSku }) => variantSku !== null)
    const [first, second] = goods.filter(({ sku }) => sku === family?.sku)
    const other = goods.find(({ sku }) => sku !== family?.sku)
    const lines = [
      await clerk.addLine(cartId, first),
      await clerk.addLine(cartId, other),
      await clerk.addLine(cartId, second),
      await clerk.addLine(cartId, first, { customProperties: [{ key: 'engraving', value: 'Ida' }] }),
    ]
    const left = async (body: object) => {
      const answer = await clerk.delete(`/carts/${cartId}/lines`, { body })
      expect(answer.body).toStrictEqual({ miniCart: null, success: true })
      return (await linesOf(clerk, cartId)).map(({ id }) => lines.indexOf(id))
    }
    expect(await left({ sku: first?.sku, variantSku: first?.variantSku })).toStrictEqual([1, 2])
    const gone = await clerk.delete(`/carts/${cartId}/lines`, {
      body: { sku: first?.sku, variantSku: first?.variantSku },
    })
    expect(gone.faultyFields('NotFound')).toStrictEqual(['sku'])
    await clerk.addLine(cartId, first)
    expect(await left({ sku: first?.sku, variantSku: '', cultureCode: 'en-GB' })).toStrictEqual([1])
    expect((await clerk.delete(`/carts/${cartId}/lines`)).faultyFields('BadRequest')).toStrictEqual(['sku'])
  })
})

describe('a line at a position', () => {
  it('is put back in its place by whoever has removed it', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const goods = await clerk.products({ maxItems: 4 })
    for (const product of goods) await clerk.addLine(cartId, product)
    const names = async () => (await clerk.readCart(cartId)).orderLines.map(({ productName }) => productName)
    const before = await names()
    for (const [index, product] of goods.entries()) {
      const line = (await clerk.readCart(cartId)).orderLines[index]
      await clerk.delete(`/carts/${cartId}/lines/${line?.id ?? ''}`)
      expect(await names()).toStrictEqual(before.toSpliced(index, 1))
      await clerk.addLine(cartId, product, { position: index + 1 })
      expect(await names()).toStrictEqual(before)
    }
  })

  it('moves those behind it on, and is the last where it is behind them all', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const ids: string[] = []
    for (const position of [1, 1, 2, 500, 3, 1]) {
      const id = await clerk.addLine(cartId, undefined, { position, addToExistingOrderline: false })
      ids.splice(position - 1, 0, id)
      expect((await linesOf(clerk, cartId)).map((line) => line.id)).toStrictEqual(ids)
    }
  })

  it('is the counter’s to say, and a place that there can be', async () => {
    const { clerk: client, product, cartId } = await atTheCounter()
    const body = await client.lineOf(product, { position: 1 })
    expect((await client.post(`/carts/${cartId}/lines`, body)).refused('Forbidden')[0]).toContain('staff')
    const clerk = await shop().as('staff')
    for (const position of [0, -1, 1.5, 501, '1']) {
      const answer = await clerk.post(`/carts/${cartId}/lines`, { ...body, position })
      expect(answer.faultyFields('BadRequest')).toStrictEqual(['position'])
    }
    expect(await linesOf(clerk, cartId)).toStrictEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { PriceRowsAnswer, PricesChanged } from '../../../core/catalog/manage/prices/price.schema.ts'
import { ManagedProduct } from '../../../core/catalog/manage/product.schema.ts'
import { RecordEventsAnswer } from '../../../core/history/record-event.schema.ts'
import { ManagedTaxRate } from '../../../core/tax-rates/tax-rate.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

/** A product with two variants, priced in the shop's first group. */
async function create(manager: Clerk, sku: string): Promise<ManagedProduct> {
  const priceGroupId = await manager.priceGroup()
  const variants = ['S', 'L'].map((size, index) => ({
    variantSku: `${sku}-${size}`,
    prices: [{ priceGroupId, price: 10 + index }],
  }))
  const body = { sku, names: { 'en-GB': `Gridbrush ${sku}` }, taxRate: 0.25, variants }
  return (await manager.post('/manage/products', body)).ok(ManagedProduct)
}

const read = async (clerk: Clerk, search: string, ...groups: string[]) =>
  (await clerk.get('/manage/prices', { search, priceGroupIds: groups.join() })).ok(PriceRowsAnswer)

const change = ({ id, version }: ManagedProduct, ...prices: [string, string, number | null][]) => ({
  id,
  version,
  variants: prices.map(([variantSku, priceGroupId, price]) => ({
    variantSku,
    prices: [{ priceGroupId, price }],
  })),
})

describe('prices side by side', () => {
  it('are of the groups that are asked for, own ones and those that a group takes from another', async () => {
    const manager = await shop().as('admin')
    const { id, variants } = await create(manager, 'GRID-1')
    const [base, season] = [await manager.priceGroup(), await manager.priceGroup('Season, EUR')]
    const wholesale = await manager.priceGroup('Coffee wholesale, Germany')
    const { variants: rows } = await read(manager, 'GRID-1', season, base, wholesale)
    expect(rows.map(({ variantSku, productId, version }) => [variantSku, productId, version])).toStrictEqual([
      ['GRID-1-S', id, 1],
      ['GRID-1-L', id, 1],
    ])
    expect(rows[1]).toMatchObject({ id: variants[1]?.id, sku: 'GRID-1', taxRate: 0.25 })
    expect(rows[1]?.prices).toStrictEqual([
      { priceGroupId: season, price: 11, inheritedFrom: base },
      { priceGroupId: base, price: 11, inheritedFrom: null },
      { priceGroupId: wholesale, price: null, inheritedFrom: null },
    ])
  })

  it('say the rate of tax that the product follows by its name', async () => {
    const manager = await shop().as('admin')
    await create(manager, 'GRID-TAX')
    const rate = (
      await manager.post('/manage/tax-rates', { names: { 'en-GB': 'Grid rate' }, rate: 0.07 })
    ).ok(ManagedTaxRate)
    await manager.patch('/manage/products/GRID-TAX', { taxRateId: rate.id })
    await manager.patch(`/manage/tax-rates/${rate.id}`, { rate: 0.09 })
    const { variants } = await read(manager, 'GRID-TAX', await manager.priceGroup())
    expect(variants.map(({ taxRate }) => taxRate)).toStrictEqual([0.09, 0.09])
  })

  it('come page by page, and only for groups of the store', async () => {
    const clerk = await shop().as('staff')
    const priceGroupIds = await clerk.priceGroup()
    const first = (await clerk.get('/manage/prices', { priceGroupIds, maxItems: 2 })).ok(PriceRowsAnswer)
    expect(new Set(first.variants.map(({ productId }) => productId)).size).toBe(2)
    const query = { priceGroupIds, maxItems: 2, nextPagingToken: first.nextPagingToken ?? '' }
    const second = (await clerk.get('/manage/prices', query)).ok(PriceRowsAnswer)
    expect((second.variants[0]?.sku ?? '') > (first.variants.at(-1)?.sku ?? '')).toBe(true)
    const unknown = { priceGroupIds: '0199a0b0-0000-7000-8000-00000000ffff' }
    for (const wrong of [unknown, { priceGroupIds: 'all' }])
      expect((await clerk.get('/manage/prices', wrong)).faultyFields('BadRequest')).toStrictEqual([
        'priceGroupIds',
      ])
  })
})

describe('prices of many products', () => {
  it('are changed at once, and each stands in the history of its product', async () => {
    const manager = await shop().as('admin')
    const [one, two] = [await create(manager, 'GRID-2'), await create(manager, 'GRID-3')]
    const [base, season] = [await manager.priceGroup(), await manager.priceGroup('Season, EUR')]
    const products = [
      change(one, ['GRID-2-S', base, 12.5], ['GRID-2-L', season, 9]),
      change(two, ['GRID-3-L', base, null]),
    ]
    const answer = (await manager.patch('/manage/prices', { products })).ok(PricesChanged)
    expect(answer.products).toStrictEqual([
      { id: one.id, version: 2 },
      { id: two.id, version: 2 },
    ])
    const { variants } = await read(manager, 'GRID-', base, season)
    const prices = variants.map((row) => [row.variantSku, ...row.prices.map(({ price }) => price)])
    expect(prices).toEqual(
      expect.arrayContaining([
        ['GRID-2-S', 12.5, 12.5],
        ['GRID-2-L', 11, 9],
        ['GRID-3-S', 10, 10],
        ['GRID-3-L', null, null],
      ]),
    )
    const { events } = (await manager.get(`/manage/products/${one.id}/events`)).ok(RecordEventsAnswer)
    expect(events[0]).toMatchObject({ kind: 'changed', version: 2 })
    expect(events[0]?.changes.map(({ to }) => to)).toStrictEqual(['12.50 EUR', '9.00 EUR'])
    expect((await manager.patch('/manage/prices', { products: [] })).status).toBe(400)
    const same = [change({ ...one, version: 2 }, ['GRID-2-S', base, 12.5])]
    expect(
      (await manager.patch('/manage/prices', { products: same })).ok(PricesChanged).products,
    ).toStrictEqual([{ id: one.id, version: 2 }])
  })

  it('are changed all or not at all: what somebody else has changed is named, and what is wrong by its field', async () => {
    const manager = await shop().as('admin')
    const [one, two] = [await create(manager, 'GRID-4'), await create(manager, 'GRID-5')]
    const base = await manager.priceGroup()
    await manager.patch('/manage/products/GRID-5', { taxRate: 0.12 })
    const products = [change(one, ['GRID-4-S', base, 1]), change(two, ['GRID-5-S', base, 1])]
    const refused = await manager.patch('/manage/prices', { products })
    expect(refused.status).toBe(409)
    expect(refused.text).toMatch(/products\.1\.version: .*changed in the meantime by .*taxRate/)
    const wrong = [
      change(one, ['GRID-4-S', base, 1], ['GRID-4-X', base, 1]),
      change(one, ['GRID-4-S', base, 1]),
      change({ ...one, id: base }, ['GRID-4-S', base, 1]),
      change({ ...two, version: 2 }, ['GRID-5-S', one.id, 1]),
    ]
    expect(
      (await manager.patch('/manage/prices', { products: wrong })).faultyFields('BadRequest'),
    ).toStrictEqual([
      'products.0.variants.1.variantSku',
      'products.1.id',
      'products.2.id',
      'products.3.variants.0.prices.0.priceGroupId',
    ])
    const { variants } = await read(manager, 'GRID-4', base)
    expect(variants.map(({ prices, version }) => [prices[0]?.price, version])).toStrictEqual([
      [10, 1],
      [11, 1],
    ])
    ;(await (await shop().as('staff')).patch('/manage/prices', { products })).refused('Forbidden')
  })

  it('are of one store', async () => {
    const other = await openShop()
    const manager = await other.as('admin')
    const made = await create(manager, 'GRID-6')
    const uptown = await other.as('admin', 'uptown')
    const products = [change(made, ['GRID-6-S', await uptown.priceGroup(), 1])]
    expect((await uptown.patch('/manage/prices', { products })).faultyFields('BadRequest')).toStrictEqual([
      'products.0.id',
    ])
  })
})

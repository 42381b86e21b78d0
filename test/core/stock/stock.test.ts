import { describe, expect, it } from 'vitest'
import { withEngine } from '../../../core/engines.ts'
import { checkStock } from '../../../core/stock/check-stock.ts'
import {
  AdjustedStock,
  StockAnswer,
  StockLevel,
  StockMovementsAnswer,
} from '../../../core/stock/stock.schema.ts'
import { Store } from '../../../core/stores/store.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { contentNow } from '../../support/data.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop, sharedShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

/** In the store of the demo that keeps no stock until somebody counts. */
const shop = sharedShop()

/** The goods that the n-th order of a clerk's tests is of. */
interface Goods {
  readonly sku: string
  readonly variantSku: string | null
}
async function goodsOf(clerk: Clerk, count: number): Promise<[Goods, ...Goods[]]> {
  const products = await clerk.products({ maxItems: count })
  return products.map(({ sku, variantSku }) => ({ sku, variantSku })) as [Goods, ...Goods[]]
}

const move = async (clerk: Clerk, kind: string, items: readonly object[], more: object = {}) =>
  clerk.post('/stock/movements', { kind, items, ...more })
const levelOf = async (clerk: Clerk, id: string): Promise<StockLevel> =>
  (await clerk.get(`/stock/${id}`)).ok(StockLevel)
const quantityOf = async (clerk: Clerk, id: string): Promise<number> => (await levelOf(clerk, id)).quantity
const movementsOf = async (clerk: Clerk, id: string) =>
  (await clerk.get(`/stock/${id}/movements`)).ok(StockMovementsAnswer).movements
const listed = async (clerk: Clerk, query = '') => (await clerk.get(`/stock${query}`)).ok(StockAnswer).stock

/** Counts goods, and answers their ids. */
async function counted(
  clerk: Clerk,
  goods: readonly Goods[],
  quantity: number,
): Promise<[string, ...string[]]> {
  const items = goods.map((each) => ({ ...each, quantity }))
  const { stock } = (await move(clerk, 'count', items)).ok(AdjustedStock)
  return stock.map(({ id }) => id) as [string, ...string[]]
}

const check = async ({ dataDir }: Shop) =>
  withEngine(await locationOf(dataDir), async (engine) => checkStock(engine))

describe('stock that is counted, received and written off (extension)', () => {
  it('is kept of what is counted first, and each change of it is told with who made it and why', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    expect((await clerk.get('/store')).ok(Store).keepsStock).toBe(false)
    expect(await listed(clerk)).toStrictEqual([])
    const [goods] = await goodsOf(clerk, 1)
    const { stock } = (await move(clerk, 'receive', [{ ...goods, quantity: 12 }])).ok(AdjustedStock)
    const [first] = stock
    expect(first).toMatchObject({ ...goods, quantity: 12, version: 1, reorderPoint: null })
    const id = first?.id ?? ''
    await move(clerk, 'write-off', [{ ...goods, quantity: 2 }], { reason: 'Broken in transport' })
    await move(clerk, 'count', [{ ...goods, quantity: 9 }])
    expect(await movementsOf(clerk, id)).toMatchObject([
      { kind: 'count', change: -1, quantity: 9, version: 3, reason: null, orderId: null },
      { kind: 'write-off', change: -2, quantity: 10, version: 2, reason: 'Broken in transport' },
      {
        kind: 'receive',
        change: 12,
        quantity: 12,
        version: 1,
        actor: expect.stringMatching(/\S/) as unknown,
      },
    ])
    expect((await clerk.get('/store')).ok(Store).keepsStock).toBe(true)
    expect(await check(own)).toMatchObject({ faults: [] })
  })

  it('is written of all items or of none, and each item at fault is named', async () => {
    const clerk = await shop().as('staff', 'uptown')
    const [goods, other] = await goodsOf(clerk, 2)
    const before = await contentNow(shop().dataDir)
    const wrong = await move(clerk, 'count', [
      { ...goods, quantity: 3 },
      { sku: 'NOBODY-SELLS-THIS', quantity: 3 },
      { ...goods, quantity: 4 },
      { ...other, variantSku: 'NO-SUCH-VARIANT', quantity: 1 },
    ])
    expect(wrong.faultyFields('BadRequest')).toStrictEqual([
      'items.1.sku',
      'items.2.sku',
      'items.3.variantSku',
    ])
    expect(
      (await move(clerk, 'write-off', [{ ...goods, quantity: 1 }])).faultyFields('BadRequest'),
    ).toStrictEqual(['items.0.sku'])
    for (const quantity of [-1, 0.5, 96_385_074, '3', null])
      expect((await move(clerk, 'count', [{ ...goods, quantity }])).faultyFields('BadRequest')).toStrictEqual(
        ['items.0.quantity'],
      )
    expect((await move(clerk, 'count', [])).faultyFields('BadRequest')).toStrictEqual(['items'])
    expect(
      (await move(clerk, 'steal', [{ ...goods, quantity: 1 }])).faultyFields('BadRequest'),
    ).toStrictEqual(['kind'])
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
  })

  it('is not written where it is another by now than somebody has seen', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const [goods, other] = await goodsOf(clerk, 2)
    const [id] = await counted(clerk, [goods], 5)
    const late = await move(clerk, 'count', [
      { ...goods, quantity: 9, expectedQuantity: 4 },
      { ...other, quantity: 9, expectedQuantity: 0 },
    ])
    expect(late.faultyFields('Conflict')).toStrictEqual([
      'items.0.expectedQuantity',
      'items.1.expectedQuantity',
    ])
    expect(await quantityOf(clerk, id)).toBe(5)
    const seen = await move(clerk, 'count', [
      { ...goods, quantity: 9, expectedQuantity: 5 },
      { ...other, quantity: 9, expectedQuantity: null },
    ])
    expect(seen.status).toBe(200)
    expect(await quantityOf(clerk, id)).toBe(9)
  })

  it('counts every piece, however many receive at once, for the first time, too', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const [goods, other] = await goodsOf(clerk, 2)
    const both = [goods, other].map((each) => ({ ...each, quantity: 1 }))
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => move(clerk, 'receive', n % 2 ? both : both.toReversed())),
    )
    expect(answers.map(({ status }) => status)).toStrictEqual(Array.from({ length: 8 }, () => 200))
    expect((await listed(clerk)).map(({ quantity }) => quantity)).toStrictEqual([8, 8])
    expect(await check(own)).toMatchObject({ faults: [] })
  })

  it('is received once for an Idempotency-Key', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const [goods] = await goodsOf(clerk, 1)
    const body = { kind: 'receive', items: [{ ...goods, quantity: 4 }] }
    const twice = [1, 2].map(async () =>
      clerk.post('/stock/movements', body, { headers: { 'idempotency-key': 'delivery-17' } }),
    )
    const [first, second] = await Promise.all(twice)
    expect(second?.body).toStrictEqual(first?.body)
    expect((await listed(clerk)).map(({ quantity }) => quantity)).toStrictEqual([4])
  })

  it('is listed by sku, found by code and name, and by what is low or out', async () => {
    const own = await openShop()
    const manager = await own.as('admin', 'uptown')
    const goods = await goodsOf(manager, 3)
    const [a, b, c] = (await counted(manager, goods, 7)) as string[]
    await move(manager, 'count', [{ ...goods[1], quantity: 0 }])
    expect((await manager.patch(`/stock/${c}`, { reorderPoint: 7 })).ok(StockLevel)).toMatchObject({
      reorderPoint: 7,
      version: 2,
    })
    const ids = async (query: string): Promise<string[]> => (await listed(manager, query)).map(({ id }) => id)
    expect(await ids('')).toStrictEqual([a, b, c])
    expect(await ids('?state=out')).toStrictEqual([b])
    expect(await ids('?state=low')).toStrictEqual([c])
    const { barcode, name } = await levelOf(manager, c ?? '')
    expect(await ids(`?search=${barcode}`)).toStrictEqual([c])
    expect(await ids(`?search=${encodeURIComponent(name.slice(0, 5))}`)).toContain(c)
    expect(await ids('?search=nothing-is-called-so')).toStrictEqual([])
    const first = (await manager.get('/stock?maxItems=2')).ok(StockAnswer)
    const second = (
      await manager.get(
        `/stock?maxItems=2&nextPagingToken=${encodeURIComponent(first.nextPagingToken ?? '')}`,
      )
    ).ok(StockAnswer)
    expect([...first.stock, ...second.stock].map(({ id }) => id)).toStrictEqual([a, b, c])
    expect(second.nextPagingToken).toBeNull()
    expect((await manager.get('/stock?cultureCode=xx-XX')).faultyFields('BadRequest')).toStrictEqual([
      'cultureCode',
    ])
    expect((await manager.get('/stock?state=plenty')).faultyFields('BadRequest')).toStrictEqual(['state'])
  })

  it('is told with the goods at the counter', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const [goods] = await goodsOf(clerk, 1)
    const stocks = async () => {
      const products = await clerk.products({ maxItems: 2 })
      return products.map(({ inStock }) => inStock)
    }
    expect(await stocks()).toStrictEqual([null, null])
    await counted(clerk, [goods], 3)
    expect(await stocks()).toStrictEqual([3, null])
  })

  it('is ended by who runs the shop, at the version that they have seen; goods of which it is kept are not deleted', async () => {
    const own = await openShop()
    const manager = await own.as('admin', 'uptown')
    const goods = await goodsOf(manager, 1)
    const [id] = await counted(manager, goods, 3)
    const clerk = await own.as('staff', 'uptown')
    expect((await clerk.delete(`/stock/${id}`)).status).toBe(403)
    expect((await clerk.patch(`/stock/${id}`, { reorderPoint: 1 })).status).toBe(403)
    await manager.delete(`/manage/products/${goods[0].sku}`)
    expect(await quantityOf(manager, id)).toBe(3)
    const stale = { headers: { 'if-match': '"7"' } }
    expect((await manager.delete(`/stock/${id}`, stale)).refused('Conflict')).toHaveLength(1)
    expect(
      (await manager.patch(`/stock/${id}`, { reorderPoint: 1 }, stale)).refused('Conflict'),
    ).toHaveLength(1)
    expect((await manager.delete(`/stock/${id}`)).ok(StockLevel).quantity).toBe(3)
    expect((await manager.get(`/stock/${id}`)).refused('NotFound')).toHaveLength(1)
    expect((await manager.get(`/stock/${id}/movements`)).refused('NotFound')).toHaveLength(1)
    expect((await manager.patch(`/stock/${id}`, { reorderPoint: 1 })).refused('NotFound')).toHaveLength(1)
  })

  it('is its store’s own', async () => {
    const own = await openShop()
    const manager = await own.as('admin', 'uptown')
    const [id] = await counted(manager, await goodsOf(manager, 1), 3)
    const harbour = await own.as('admin')
    expect((await harbour.get(`/stock/${id}`)).status).toBe(404)
    expect((await listed(harbour)).map((level) => level.id)).not.toContain(id)
  })
})

describe('stock that orders take (extension)', () => {
  it('is taken when an order is placed, and told with its number', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const [id, other] = await counted(clerk, await goodsOf(clerk, 2), 10)
    const { order } = await clerk.anOrder({ quantities: [2, 3] })
    expect(await quantityOf(clerk, id)).toBe(8)
    expect(await quantityOf(clerk, other ?? '')).toBe(7)
    expect((await movementsOf(clerk, id))[0]).toMatchObject({
      kind: 'sale',
      change: -2,
      quantity: 8,
      orderId: order.id,
      orderNumber: order.orderNumber,
    })
    expect(await check(own)).toMatchObject({ faults: [] })
  })

  it('stays with an order that is opened again, and follows it when it is placed with more or fewer', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const [id, other] = await counted(clerk, await goodsOf(clerk, 2), 10)
    const { order, placing } = await clerk.anOrder({ quantities: [2, 3] })
    expect((await clerk.post(`/orders/${order.id}/reopen`, {})).status).toBe(200)
    expect(await quantityOf(clerk, id)).toBe(8)
    const [first, second] = order.orderLines
    await clerk.patch(`/carts/${order.id}/lines/${first?.id}`, { quantity: 5 })
    await clerk.delete(`/carts/${order.id}/lines/${second?.id}`)
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    expect(await quantityOf(clerk, id)).toBe(5)
    expect(await quantityOf(clerk, other ?? '')).toBe(10)
    expect((await movementsOf(clerk, id)).map(({ change }) => change)).toStrictEqual([-3, -2, 10])
  })

  it.each(['cancelled', 'cancelled while it is open', 'abandoned while it is open'])(
    'comes back with an order that is %s, once',
    async (how) => {
      const own = await openShop()
      const clerk = await own.as('staff', 'uptown')
      const [id] = await counted(clerk, await goodsOf(clerk, 1), 10)
      const { order } = await clerk.anOrder({ quantities: [4] })
      if (how !== 'cancelled') await clerk.post(`/orders/${order.id}/reopen`, {})
      const cancel = async () =>
        how.startsWith('abandoned')
          ? clerk.delete(`/carts/${order.id}`)
          : clerk.post(`/orders/${order.id}/cancel`, {})
      expect((await cancel()).status).toBe(200)
      await cancel()
      expect(await quantityOf(clerk, id)).toBe(10)
      expect((await movementsOf(clerk, id))[0]).toMatchObject({
        kind: 'cancel',
        change: 4,
        orderId: order.id,
      })
    },
  )

  it('comes back with goods that are returned, unless they cannot be sold again', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const [id] = await counted(clerk, await goodsOf(clerk, 1), 10)
    const { order, paymentId } = await clerk.anOrder({ quantities: [4] })
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const lineId = order.orderLines[0]?.id
    const back = async (quantity: number, more: object = {}) =>
      clerk.post(`/payments/${paymentId}/refund`, { amount: 1, lines: [{ lineId, quantity }], ...more })
    expect((await back(1)).status).toBe(200)
    expect(await quantityOf(clerk, id)).toBe(7)
    expect((await movementsOf(clerk, id))[0]).toMatchObject({ kind: 'return', change: 1, orderId: order.id })
    expect((await back(2, { restock: false })).status).toBe(200)
    expect(await quantityOf(clerk, id)).toBe(7)
    // Of the four, one is back and two are broken.
    expect((await clerk.post(`/orders/${order.id}/cancel`, { refund: true })).status).toBe(200)
    expect(await quantityOf(clerk, id)).toBe(8)
    expect(await check(own)).toMatchObject({ faults: [] })
  })

  it('may go below nothing at the counter, and of no program that is not of staff', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const goods = await goodsOf(clerk, 1)
    const [id] = await counted(clerk, goods, 2)
    const storefront = await own.as('storefront', 'uptown')
    const placing = await storefront.aCartReadyToPlace({ quantities: [3] })
    const before = await contentNow(own.dataDir)
    expect((await storefront.post('/payments', placing)).faultyFields('BadRequest')).toStrictEqual(['lines'])
    expect(await contentNow(own.dataDir)).toStrictEqual(before)
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    expect(await quantityOf(clerk, id)).toBe(-1)
    expect((await listed(clerk, '?state=out')).map((level) => level.id)).toStrictEqual([id])
  })

  it('the last piece is sold once, however many order it at once', async () => {
    const own = await openShop()
    const storefront = await own.as('storefront', 'uptown')
    const clerk = await own.as('staff', 'uptown')
    const [id] = await counted(clerk, await goodsOf(clerk, 1), 1)
    const carts = await Promise.all(
      [1, 2, 3].map(async () => storefront.aCartReadyToPlace({ quantities: [1] })),
    )
    const answers = await Promise.all(carts.map(async (placing) => storefront.post('/payments', placing)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([200, 400, 400])
    expect(await quantityOf(clerk, id)).toBe(0)
    expect(await check(own)).toMatchObject({ faults: [] })
  })

  it('is not moved by orders from before it was counted', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const { order } = await clerk.anOrder({ quantities: [4] })
    const [id] = await counted(clerk, await goodsOf(clerk, 1), 10)
    expect((await clerk.post(`/orders/${order.id}/cancel`, {})).status).toBe(200)
    expect(await quantityOf(clerk, id)).toBe(10)
  })

  it('is found out where its history says something else', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const [id] = await counted(clerk, await goodsOf(clerk, 1), 10)
    await runElsewhere(own.dataDir, `update stock_levels set quantity = 11 where id = '${id}'`)
    const { faults } = await check(own)
    expect(faults).toMatchObject([{ variantId: id, text: 'quantity is 11, its parts make 10' }])
  })

  it('is found out where an order has taken more than it sells', async () => {
    const own = await openShop()
    const clerk = await own.as('staff', 'uptown')
    const [id] = await counted(clerk, await goodsOf(clerk, 1), 10)
    const { order } = await clerk.anOrder({ quantities: [2] })
    await runElsewhere(own.dataDir, `update order_lines set quantity = 1 where order_id = '${order.id}'`)
    const { faults } = await check(own)
    const text = `the order ${order.id} has taken 2 of the 1 that it sells`
    expect(faults).toMatchObject([{ variantId: id, text }])
  })
})

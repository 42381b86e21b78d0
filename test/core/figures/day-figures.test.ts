import { describe, expect, it } from 'vitest'
import { DayFigures } from '../../../core/figures/figures.schema.ts'
import { StockAnswer, type StockLevel } from '../../../core/stock/stock.schema.ts'
import { storedRows } from '../../support/data.ts'
import { multiplyOrders, planOf } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

describe('the figures of a day (extension)', () => {
  it('are those of the store’s own hours, beside the same day a week before, without cancelled orders', async () => {
    const own = await openShop()
    // Copenhagen is an hour ahead of UTC in November.
    const place = async (moment: string, quantity = 1) => {
      own.clock.set(moment)
      const clerk = await own.as('staff')
      return (await clerk.anOrder({ quantities: [quantity], shipping: null })).order
    }
    const before = [await place('2026-11-13T08:30:00.000Z', 3), await place('2026-11-13T17:00:00.000Z')]
    await place('2026-11-19T22:59:59.999Z')
    const midnight = await place('2026-11-19T23:00:00.000Z')
    const nine = [await place('2026-11-20T08:00:00.000Z', 2), await place('2026-11-20T08:59:59.999Z')]
    const cancelled = await place('2026-11-20T08:10:00.000Z', 5)
    own.clock.set('2026-11-20T12:00:00.000Z')
    const clerk = await own.as('staff')
    await clerk.post(`/orders/${cancelled.id}/cancel`, {})
    await clerk.aCart()

    const figures = (await clerk.get('/figures/day')).ok(DayFigures)
    const sum = (orders: readonly { orderTotal: number }[]) =>
      Math.round(orders.reduce((total, { orderTotal }) => total + orderTotal, 0) * 100) / 100
    expect(figures).toMatchObject({
      date: '2026-11-20',
      dateBefore: '2026-11-13',
      currency: 'EUR',
      orders: 3,
      turnover: sum([midnight, ...nine]),
      before: {
        orders: 2,
        turnover: sum(before),
        ordersSoFar: 1,
        turnoverSoFar: sum(before.slice(0, 1)),
      },
      waitingOrders: 6,
    })
    expect(figures.hours.map(({ hour }) => hour)).toStrictEqual([...Array(24).keys()])
    expect(figures.hours.filter(({ orders, before: past }) => orders > 0 || past.orders > 0)).toStrictEqual([
      { hour: 0, orders: 1, turnover: midnight.orderTotal, before: { orders: 0, turnover: 0 } },
      { hour: 9, orders: 2, turnover: sum(nine), before: { orders: 1, turnover: before[0]?.orderTotal } },
      { hour: 18, orders: 0, turnover: 0, before: { orders: 1, turnover: before[1]?.orderTotal } },
    ])
    const past = (await clerk.get('/figures/day', { date: '2026-11-13' })).ok(DayFigures)
    expect(past).toMatchObject({ orders: 2, turnover: sum(before), before: { orders: 0, ordersSoFar: 0 } })
    const other = (await clerk.get('/figures/day', { currency: 'DKK' })).ok(DayFigures)
    expect(other).toMatchObject({ currency: 'DKK', orders: 0, turnover: 0, waitingOrders: 6 })
    const uptown = (await (await own.as('staff', 'uptown')).get('/figures/day')).ok(DayFigures)
    expect(uptown).toMatchObject({ currency: 'USD', orders: 0, openCarts: expect.any(Number) as number })
    expect(uptown.waitingOrders).toBe(0)
  })

  it('say how many goods are low in stock, without what is sold no more and what other stores keep', async () => {
    const own = await openShop()
    const admin = await own.as('admin')
    const lowNow = async () => (await admin.get('/figures/day')).ok(DayFigures).lowStock
    const { stock } = (await admin.get('/stock')).ok(StockAnswer)
    const isLow = ({ quantity, reorderPoint }: StockLevel) =>
      reorderPoint !== null && quantity <= reorderPoint
    const low = stock.filter(isLow)
    expect(low.length).toBeGreaterThan(0)
    expect(await lowNow()).toBe(low.length)
    const enough = stock.find((level) => level.reorderPoint !== null && !isLow(level))
    const unsaid = stock.find(({ reorderPoint }) => reorderPoint === null)
    if (!enough || !unsaid) throw new Error('The demo keeps too little stock.')
    const count = async ({ sku, variantSku }: StockLevel, quantity: number) =>
      admin.post('/stock/movements', { kind: 'count', items: [{ sku, variantSku, quantity }] })
    await count(enough, enough.reorderPoint ?? 0)
    await count(unsaid, 0)
    expect(await lowNow()).toBe(low.length + 1)
    await admin.patch(`/manage/products/${enough.sku}`, { state: 'retired' })
    expect(await lowNow()).toBe(low.filter(({ sku }) => sku !== enough.sku).length)
    const uptown = (await (await own.as('staff', 'uptown')).get('/figures/day')).ok(DayFigures)
    expect(uptown.lowStock).toBe(0)
  })

  it('of a day on which the clocks change have all of its orders', async () => {
    const own = await openShop()
    // The hour from two to three comes twice.
    for (const moment of [
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T22:59:00.000Z',
    ]) {
      own.clock.set(moment)
      await (await own.as('staff')).anOrder({ quantities: [1], shipping: null })
    }
    const clerk = await own.as('staff')
    const { orders, hours } = (await clerk.get('/figures/day', { date: '2026-10-25' })).ok(DayFigures)
    expect(orders).toBe(3)
    expect(hours.filter((hour) => hour.orders > 0).map((hour) => [hour.hour, hour.orders])).toStrictEqual([
      [2, 2],
      [23, 1],
    ])
  })

  it('count the carts that are open', async () => {
    const clerk = await shop().as('staff')
    const before = (await clerk.get('/figures/day')).ok(DayFigures).openCarts
    const cartId = await clerk.aCart()
    expect((await clerk.get('/figures/day')).ok(DayFigures).openCarts).toBe(before + 1)
    await clerk.patch(`/carts/${cartId}`, { name: 'Blue jacket' })
    expect((await clerk.get('/figures/day')).ok(DayFigures)).toMatchObject({
      openCarts: before + 1,
      parkedCarts: 1,
    })
    await clerk.delete(`/carts/${cartId}`)
    expect((await clerk.get('/figures/day')).ok(DayFigures).openCarts).toBe(before)
  })

  it.each(['2026-02-30', 'today', '2026-1-1', ''])('are not of %j', async (date) => {
    const clerk = await shop().as('staff')
    const answer = await clerk.get('/figures/day', { date })
    expect(answer.faultyFields('BadRequest')).toStrictEqual(['date'])
    expect(answer.text).toMatch(/must be a day (such as 2026-11-20|that there is)/)
  })

  it('are for staff, in currencies of the store', async () => {
    const clerk = await shop().as('staff')
    expect((await clerk.get('/figures/day', { currency: 'JPY' })).faultyFields('BadRequest')).toStrictEqual([
      'currency',
    ])
    const support = await shop().as('support')
    expect((await support.get('/figures/day')).status).toBe(403)
  })

  it('read the orders of two days by an index, however many there are', async () => {
    const own = await openShop()
    await (await own.as('staff')).anOrder()
    const [order] = (await storedRows(own.dataDir, 'orders')) as { store_id: string; currency_id: string }[]
    await multiplyOrders(own.dataDir)
    const { text } = await planOf(
      own.dataDir,
      `select substr(created_at, 1, 16), count(*), sum(order_total) from orders
       where store_id = +? and created_at >= +? and created_at < +? and currency_id = +? and status != +?
       group by substr(created_at, 1, 16)`,
      ...[order?.store_id ?? '', '2026-01-10', '2026-01-12', order?.currency_id ?? '', 'cancelled'],
    )
    expect(text).toMatch(
      /orders_by_date\b[^]*\(store_id ?= ?\S+ AND \(?created_at ?>=? ?\S+ AND \(?created_at ?< ?\S+\)/,
    )
  })
})

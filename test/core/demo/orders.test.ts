import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../../core/database/engine.ts'
import { demoShops } from '../../../core/demo/demo-shops.ts'
import { seedOrders } from '../../../core/demo/seed-orders.ts'
import { toShipment } from '../../../core/orders/order-contents.ts'
import { NOW, openDemo } from './demo-database.ts'

const COUNT = 2000
const RECENT = 60

let database: Engine
let close: () => Promise<void>
beforeAll(async () => {
  ;({ database, close } = await openDemo(0))
  expect(await seedOrders(database, COUNT, NOW)).toBe(COUNT)
})
afterAll(async () => close())

/** Half away from zero, in whole numbers only: nothing of the core's own arithmetic. */
const share = (amount: number, ppm: number): bigint =>
  (BigInt(amount) * BigInt(ppm) * 2n + 1_000_000n) / 2_000_000n

const allLines = async () => database.reader.selectFrom('order_lines').selectAll().execute()

/** Orders with their payments, and what has become of them. */
const lived = async ({ reader }: Engine) => ({
  orders: await reader
    .selectFrom('orders as order')
    .innerJoin('payments as payment', 'payment.order_id', 'order.id')
    .selectAll('order')
    .select(['payment.state', 'payment.refunded', 'payment.amount'])
    .execute(),
  events: await reader.selectFrom('order_events').selectAll().orderBy('date').orderBy('id').execute(),
})

describe('seeded orders', () => {
  it('agree with an independent computation to the minor unit', async () => {
    const orders = await database.reader.selectFrom('orders').selectAll().execute()
    const lines = Map.groupBy(await allLines(), (line) => line.order_id)
    const payments = await database.reader.selectFrom('payments').selectAll().execute()
    const paymentOf = new Map(payments.map((payment) => [payment.order_id, payment]))
    expect(orders).toHaveLength(COUNT)
    expect(payments).toHaveLength(COUNT)
    for (const order of orders) {
      let goods = 0n
      let tax = 0n
      for (const line of lines.get(order.id) ?? []) {
        const unitTax = share(line.price, line.tax_rate_ppm)
        goods += BigInt(line.quantity) * (BigInt(line.price) + unitTax)
        tax += BigInt(line.quantity) * unitTax
      }
      const shipment = toShipment(order)
      const payment = paymentOf.get(order.id)
      if (!shipment || !payment) throw new Error('An order without shipment or payment.')
      // The one campaign that needs no code gives members their delivery.
      expect([0, shipment.price]).toContain(shipment.discount)
      const shipping = shipment.price - shipment.discount
      const shippingTax = share(shipping, shipment.taxRate)
      const toPay = goods + BigInt(shipping) + shippingTax
      const fees = BigInt(payment.fee) + share(Number(toPay), payment.fee_ppm)
      const expected = {
        sub_total: goods,
        shipping_total: BigInt(shipping) + shippingTax,
        discount_total: BigInt(shipment.discount),
        payment_total: fees,
        tax: tax + shippingTax,
        order_total: toPay + fees,
      }
      const { sub_total, shipping_total, discount_total, payment_total, tax: taxes, order_total } = order
      const actual = { sub_total, shipping_total, discount_total, payment_total, tax: taxes, order_total }
      expect(actual).toEqual(
        Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, Number(value)])),
      )
      expect(payment.amount).toBe(order.order_total)
      expect(payment.fee_total).toBe(order.payment_total)
    }
  })

  it('have states and histories that go together', async () => {
    // Of two years' orders hardly any is not paid yet, and of another demo perhaps none: those of the last days have some.
    const recent = await openDemo(RECENT)
    const found = [await lived(database), await lived(recent.database)]
    await recent.close()
    const orders = found.flatMap((each) => each.orders)
    const historyOf = Map.groupBy(
      found.flatMap((each) => each.events),
      (event) => event.order_id,
    )
    const histories: Record<string, string> = {
      'new pending': 'order.placed',
      'paid captured': 'order.placed payment.captured order.paid',
      'completed captured': 'order.placed payment.captured order.paid order.completed',
      'cancelled voided': 'order.placed order.cancelled payment.voided',
      'cancelled refunded': 'order.placed payment.captured order.paid order.cancelled payment.refunded',
      'return refunded': 'order.returned payment.refunded',
    }
    const seen = new Set<string>()
    for (const order of orders) {
      const states = `${order.status} ${order.state}`
      seen.add(states)
      const history = historyOf.get(order.id) ?? []
      expect(history.map(({ kind }) => kind).join(' ')).toBe(histories[states])
      expect(order.refunded).toBe(order.state === 'refunded' ? order.amount : 0)
      expect(order.completed_at !== null).toBe(['completed', 'return'].includes(order.status))
      expect(history[0]?.date).toBe(order.created_at)
      expect(history.every(({ date }) => date < NOW.toISOString())).toBe(true)
    }
    expect([...seen].sort()).toEqual(Object.keys(histories).sort())
  })

  it('were placed in two years, at hours when the shops are open', async () => {
    const orders = await database.reader
      .selectFrom('orders as order')
      .innerJoin('stores as store', 'store.id', 'order.store_id')
      .select(['order.created_at', 'store.code', 'store.time_zone'])
      .execute()
    const earliest = new Date(NOW.getTime() - 730 * 86_400_000).toISOString()
    for (const { created_at, code, time_zone } of orders) {
      expect(created_at >= earliest && created_at <= NOW.toISOString()).toBe(true)
      const local = new Date(created_at).toLocaleString('en-GB', {
        timeZone: time_zone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
      })
      const [, day = '', hours, minutes] = /^(\w{3}).*?(\d\d):(\d\d)/.exec(local) ?? []
      const [opens = 0, closes = 0] =
        demoShops.find((shop) => shop.code === code)?.trade.hours[
          ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(day)
        ] ?? []
      const hour = Number(hours) + Number(minutes) / 60
      expect(hour >= opens && hour <= closes, `${code} ${local}`).toBe(true)
    }
  })

  it('are numbered without a gap, in the order in which they were placed', async () => {
    const orders = await database.reader
      .selectFrom('orders')
      .select(['store_id', 'order_number', 'created_at'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    for (const [store, own] of Map.groupBy(orders, (order) => order.store_id)) {
      const numbers = own.map((order) => Number(order.order_number.slice(2)))
      expect(numbers).toEqual(numbers.map((_, index) => 10_001 + index))
      const { last_number } = await database.reader
        .selectFrom('order_numbers')
        .select('last_number')
        .where('store_id', '=', store)
        .executeTakeFirstOrThrow()
      expect(last_number).toBe(numbers.at(-1))
    }
  })

  it('use every price group that can hold, and no other', async () => {
    const used = await database.reader
      .selectFrom('order_lines as line')
      .innerJoin('price_group_names as text', 'text.price_group_id', 'line.price_group_id')
      .select('text.name')
      .where('text.culture_code', 'in', ['en-GB', 'en-US'])
      .distinct()
      .execute()
    const neverValid = [
      ...['Summer sale 2021', 'Summer sale 2021, club', 'Harbour jubilee 2100'],
      ...['Black Friday 2022', 'New century, USD'],
    ]
    const all = demoShops.flatMap((shop) => shop.priceGroups.map(({ name }) => name[0] ?? ''))
    expect(
      used.map(({ name }) => name).sort(),
      'an order is drawn by what core/demo/draw-sale.ts knows of it, in the currency that customers of its country buy in (`habits` of core/demo/*/trade.ts); a group that never holds is one of neverValid',
    ).toEqual(all.filter((name) => !neverValid.includes(name)).sort())
  })

  it('come from customers who return, with one to six lines, by many ways', async () => {
    const { reader } = database
    const orders = await reader.selectFrom('orders').select(['id', 'customer_id']).execute()
    const byCustomer = Map.groupBy(orders, (order) => order.customer_id)
    expect(byCustomer.size).toBeGreaterThan(250)
    expect([...byCustomer.values()].filter((own) => own.length > 3).length).toBeGreaterThan(150)
    const lines = Map.groupBy(await allLines(), (line) => line.order_id)
    expect(new Set([...lines.values()].map((own) => own.length))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    const methods = await reader.selectFrom('orders').select('shipment_name').distinct().execute()
    expect(methods.length).toBeGreaterThanOrEqual(10)
  })

  it('are whole: nothing refers to what is not there', async () => {
    const { rows } = await sql`pragma foreign_key_check`.execute(database.reader)
    expect(rows).toEqual([])
  })
})

describe('a second run', () => {
  it('adds other orders to those that are there', async () => {
    const before = await database.reader.selectFrom('orders').select('id').execute()
    expect(await seedOrders(database, 100, NOW)).toBe(100)
    const after = await database.reader.selectFrom('orders').select('id').execute()
    expect(after).toHaveLength(before.length + 100)
  })
})

it('orders that two make at once are all there, each with a number of its own', async () => {
  const demo = await openDemo(0)
  const made = await Promise.all([seedOrders(demo.database, 300, NOW), seedOrders(demo.database, 300, NOW)])
  expect(made).toStrictEqual([300, 300])
  const orders = await demo.database.reader.selectFrom('orders').select('order_number').execute()
  expect(new Set(orders.map((order) => order.order_number)).size).toBe(600)
  await demo.close()
})

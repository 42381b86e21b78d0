import { describe, expect, it } from 'vitest'
import { withEngine } from '../../../core/engines.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { ManagedTill } from '../../../core/tills/till.schema.ts'
import { inDatabase } from '../../support/data.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

async function check(shop: Shop): Promise<{ orders: number; texts: string[] }> {
  const { orders, faults } = await withEngine(await locationOf(shop.dataDir), async (engine) =>
    checkOrders(engine),
  )
  return { orders, texts: faults.map(({ text }) => text) }
}

describe('checking the money of every order', () => {
  it('finds nothing wrong with orders in every state and currency', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const uptown = await shop.as('staff', 'uptown')
    const placed = [
      await clerk.anOrder({ payment: 'Invoice' }),
      await clerk.anOrder(),
      await clerk.anOrder(),
      await clerk.anOrder(),
    ]
    await uptown.anOrder({ currency: 'JPY', priceGroup: 'Shop price, JPY', payment: 'Invoice' })
    const [replaced, paid, cancelled, refunded] = placed
    await clerk.post('/payments', { ...replaced?.placing, paymentMethodId: await clerk.paymentMethod() })
    await clerk.post(`/payments/${paid?.paymentId ?? ''}/capture`)
    await clerk.post(`/orders/${cancelled?.order.id ?? ''}/cancel`)
    await clerk.post(`/payments/${refunded?.paymentId ?? ''}/capture`)
    await clerk.post(`/payments/${refunded?.paymentId ?? ''}/refund`)
    expect(await check(shop)).toStrictEqual({ orders: 5, texts: [] })
  })

  it('finds nothing wrong where the desk that made a payment which was replaced is ahead of the next one', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const [unpaid, paid, cancelled] = [
      await clerk.anOrder({ payment: 'Invoice' }),
      await clerk.anOrder({ payment: 'Invoice' }),
      await clerk.anOrder({ payment: 'Invoice' }),
    ]
    const byCard = async ({ placing }: typeof paid) =>
      (await clerk.post('/payments', { ...placing, paymentMethodId: await clerk.paymentMethod() })).ok(
        PlaceOrderAnswer,
      )
    await byCard(unpaid)
    await clerk.post(`/payments/${(await byCard(paid)).paymentId}/capture`)
    await byCard(cancelled)
    const replaced = [unpaid, paid, cancelled].map(({ paymentId }) => paymentId)
    for (const id of replaced)
      await runElsewhere(shop.dataDir, `update payments set id = 'ffffffff${id.slice(8)}' where id = '${id}'`)
    await clerk.post(`/orders/${cancelled.order.id}/cancel`)
    expect(await check(shop)).toStrictEqual({ orders: 3, texts: [] })
  })

  it.each([
    [
      'the total',
      'update orders set order_total = order_total + 1',
      /orderTotal is \d+\.\d\d EUR, its parts make \d+\.\d\d EUR/,
    ],
    ['the sum of the goods', 'update orders set sub_total = sub_total - 1', /subTotal/],
    ['the tax', 'update orders set tax = tax + 1', /^tax is/],
    ['the shipping', 'update orders set shipment_price = shipment_price + 1', /shippingTotal/],
    ['a line’s price', 'update order_lines set price = price + 1 where position = 1', /subTotal/],
    ['a line’s tax', 'update order_lines set tax = tax + 1 where position = 1', /the tax of .* is/],
    ['a line’s quantity', 'update order_lines set quantity = quantity + 1 where position = 1', /subTotal/],
    [
      'a payment',
      'update payments set amount = amount + 1',
      /its payments come to \d+\.\d\d EUR, not the total of \d+\.\d\d EUR/,
    ],
    ['a line that is gone', 'delete from order_lines where position = 1', /subTotal/],
    ['all payments gone', 'delete from payments', /no payment/],
    [
      'a state that was never paid for',
      `update orders set status = 'paid'`,
      /it is paid, but a payment of it is pending/,
    ],
    [
      'a cart that is open again',
      `update carts set state = 'open' where id in (select id from orders)`,
      /it is new, but its cart is open/,
    ],
  ])('finds %s changed by a cent or a row', async (_what, sql, text) => {
    const shop = await openShop()
    const { order } = await (await shop.as('staff')).anOrder()
    await runElsewhere(shop.dataDir, sql)
    const { orders, texts } = await check(shop)
    expect(orders).toBe(1)
    expect(texts).toContainEqual(expect.stringMatching(text))
    expect(order.orderTotal).toBeGreaterThan(0)
  })

  describe('of what came and went in coins and notes', () => {
    /** 99.70 DKK, for which 99.50 came at a till and went back in two parts. */
    const paidBack = async (shop: Shop) => {
      const [clerk, manager] = [await shop.as('staff price'), await shop.as('admin')]
      const choices = { currency: 'DKK', priceGroup: 'Shop price, DKK', payment: 'Cash' } as const
      const placing = await clerk.aCartReadyToPlace({ ...choices, quantities: [1], shipping: null })
      const [line] = (await clerk.readCart(placing.cartId)).orderLines
      await clerk.patch(`/carts/${placing.cartId}/lines/${line?.id}`, { price: 79.76, taxRate: 0.25 })
      const { paymentId } = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
      const till = (await manager.post('/manage/tills', { name: 'Door' })).ok(ManagedTill)
      const at = { tillId: till.id }
      expect((await clerk.post(`/payments/${paymentId}/capture`, at)).status).toBe(200)
      for (const part of [{ amount: 20.3 }, {}])
        expect((await clerk.post(`/payments/${paymentId}/refund`, { ...part, ...at })).status).toBe(200)
    }

    it.each([
      [
        'roundings',
        'update payment_transactions set cash_rounding = cash_rounding + 1 where cash_rounding <> 0',
        [
          'the rounding of 99.70 DKK in cash is -0.19 DKK, not -0.20 DKK',
          'the rounding of 20.30 DKK in cash is 0.21 DKK, not 0.20 DKK',
          'the rounding of 79.40 DKK in cash is -0.39 DKK, not -0.40 DKK',
        ],
      ],
      [
        'another currency',
        `update payment_transactions set currency_id = (select id from currencies where iso_code = 'EUR')
           where kind = 'capture'`,
        ['a transaction of 99.70 EUR is not in DKK'],
      ],
      [
        'what no count will count',
        `update payment_transactions set awaits_count = 0 where kind = 'capture'`,
        ['a transaction of 99.70 DKK at a till awaits no count, and is in none'],
      ],
    ])('finds %s, and nothing before', async (_what, sql, texts) => {
      const shop = await openShop()
      await paidBack(shop)
      expect(await check(shop)).toStrictEqual({ orders: 1, texts: [] })
      await runElsewhere(shop.dataDir, sql)
      expect((await check(shop)).texts.toSorted()).toStrictEqual(texts.toSorted())
    })

    it('takes no offence at what earlier versions have written, which knew neither some coins nor tills', async () => {
      const shop = await openShop()
      await paidBack(shop)
      await runElsewhere(
        shop.dataDir,
        'update payment_transactions set cash_rounding = 0, till_id = null, awaits_count = 0',
      )
      expect((await check(shop)).texts).toStrictEqual([])
    })
  })

  describe('of the goods that came back', () => {
    /** Three pieces and one of something else, of which stock is kept: of the first two came back with one refund. */
    const cameBack = async (shop: Shop) => {
      const clerk = await shop.as('admin')
      const [first] = await clerk.products({ maxItems: 1 })
      const item = { sku: first?.sku, variantSku: first?.variantSku, quantity: 9 }
      expect((await clerk.post('/stock/movements', { kind: 'count', items: [item] })).status).toBe(200)
      const { order, paymentId } = await clerk.anOrder({ quantities: [3, 1] })
      await clerk.post(`/payments/${paymentId}/capture`, {})
      const lines = [{ lineId: order.orderLines[0]?.id, quantity: 2 }]
      expect((await clerk.post(`/payments/${paymentId}/refund`, { amount: 1, lines })).status).toBe(200)
      return order.orderLines[0]?.productName ?? ''
    }

    it.each([
      [
        'more than were sold',
        'update refund_lines set quantity = 4',
        (name: string) => [`of ${name} 4 came back, and it has 3`],
      ],
      [
        'a refund that there is not',
        'update refund_lines set refund_place = 7',
        () => ['goods came back with its refund 7, which there is not'],
      ],
      [
        'a line of another order',
        `update refund_lines set line_id = 'elsewhere'`,
        (name: string) => [
          'what came back with its refund 1 is no line of it',
          `of ${name} 2 went into the stock, and 0 came back`,
        ],
      ],
      [
        'more in the stock than came back',
        'update refund_lines set quantity = 1',
        (name: string) => [`of ${name} 2 went into the stock, and 1 came back`],
      ],
    ])('finds %s, and nothing before', async (_what, sql, texts) => {
      const shop = await openShop()
      const name = await cameBack(shop)
      expect(await check(shop)).toStrictEqual({ orders: 1, texts: [] })
      await runElsewhere(shop.dataDir, sql)
      expect((await check(shop)).texts).toStrictEqual(texts(name))
    })

    it('finds a return of which not everything came back', async () => {
      const shop = await openShop()
      const clerk = await shop.as('admin')
      const { cartId, paymentMethodId } = await clerk.aCartReadyToPlace({ shipping: null, quantities: [2] })
      const body = { cartId, paymentMethodId, reason: 'No receipt' }
      expect((await clerk.post('/returns', body)).status).toBe(200)
      expect(await check(shop)).toStrictEqual({ orders: 1, texts: [] })
      await runElsewhere(shop.dataDir, 'update refund_lines set quantity = 1')
      const { texts } = await check(shop)
      expect(texts).toHaveLength(1)
      expect(texts[0]).toMatch(/^of .* 1 came back, and it has 2$/)
    })
  })

  it('looks at all of them, however many there are', async () => {
    const shop = await openShop()
    const { order } = await (await shop.as('staff')).anOrder({ shipping: null })
    const ids = Array.from(
      { length: 1100 },
      (_, number) => `ffffffff-0000-7000-8000-${String(number).padStart(12, '0')}`,
    )
    await inDatabase(shop.dataDir, async (db) => {
      const { id: known } = order
      const cart = await db.selectFrom('carts').selectAll().where('id', '=', known).executeTakeFirstOrThrow()
      const placed = await db
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', known)
        .executeTakeFirstOrThrow()
      const line = await db
        .selectFrom('order_lines')
        .selectAll()
        .where('order_id', '=', known)
        .executeTakeFirstOrThrow()
      for (let start = 0; start < ids.length; start += 100) {
        const some = ids.slice(start, start + 100)
        const carts = some.map((id) => ({ ...cart, id }))
        await db.insertInto('carts').values(carts).execute()
        const orders = some.map((id) => ({ ...placed, id, order_number: id }))
        await db.insertInto('orders').values(orders).execute()
        const lines = some.map((id) => ({ ...line, id, order_id: id }))
        await db.insertInto('order_lines').values(lines).execute()
      }
    })
    const { orders, texts } = await check(shop)
    expect(orders).toBe(1101)
    expect(texts.filter((text) => text === 'it has no payment')).toHaveLength(1100)
  })
})

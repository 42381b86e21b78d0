import { describe, expect, it } from 'vitest'
import { DayTakings } from '../../../core/figures/figures.schema.ts'
import { withEngine } from '../../../core/engines.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { Order, OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import type { CartChoices, Clerk, PlacedOrder } from '../../support/clerk.ts'
import { inDatabase } from '../../support/data.ts'
import { openShop, sharedShop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

const shop = sharedShop()

const capture = async (clerk: Clerk, { paymentId }: PlacedOrder, body: object = {}) =>
  clerk.post(`/payments/${paymentId}/capture`, body)

/** An order of kroner that costs 99.70, of which 99.50 can be paid in coins. */
async function anOddOrder(clerk: Clerk, choices: CartChoices = {}): Promise<PlacedOrder> {
  const kroner = {
    currency: 'DKK',
    priceGroup: 'Shop price, DKK',
    quantities: [1],
    shipping: null,
    payment: 'Cash',
  }
  const placing = await clerk.aCartReadyToPlace({ ...kroner, ...choices })
  const { cartId } = placing
  const { orderLines } = (await clerk.get(`/carts/${cartId}`)).body as { orderLines: { id: string }[] }
  await clerk.patch(`/carts/${cartId}/lines/${orderLines[0]?.id}`, { price: 79.76, taxRate: 0.25 })
  const { paymentId } = (await clerk.post('/payments', placing)).body as { paymentId: string }
  return { order: await clerk.readOrder(cartId), paymentId, placing }
}

const lastEvent = async (clerk: Clerk, orderId: string, kind: string, cultureCode = 'en-GB') =>
  (await clerk.get(`/orders/${orderId}/events`, { cultureCode }))
    .ok(OrderEventsAnswer)
    .events.findLast((event) => event.kind === kind)

describe('a payment in cash (extension)', () => {
  it('says what is due, keeps what was given, and tells what goes back', async () => {
    const clerk = await shop().as('staff')
    const placed = await clerk.anOrder({ payment: 'Cash' })
    const { orderTotal } = placed.order
    expect(placed.order.payments).toMatchObject([{ cashDue: orderTotal, cashCoin: 0.01 }])
    const { payments } = (await capture(clerk, placed, { cashGiven: orderTotal + 7.5 })).ok(Order)
    expect(payments).toMatchObject([
      { state: 'Captured', amount: orderTotal, cashGiven: orderTotal + 7.5, cashChange: 7.5 },
    ])
    expect(await lastEvent(clerk, placed.order.id, 'payment.captured')).toMatchObject({
      text: expect.stringMatching(/received by Cash, €[\d.,]+ given, €7\.50 back$/) as string,
      details: { cashGiven: orderTotal + 7.5, cashChange: 7.5 },
    })
  })

  it('may be captured without a word of what was given', async () => {
    const clerk = await shop().as('staff')
    for (const body of [{}, { cashGiven: null }]) {
      const placed = await clerk.anOrder({ payment: 'Cash' })
      const { payments } = (await capture(clerk, placed, body)).ok(Order)
      expect(payments).toMatchObject([{ state: 'Captured' }])
      expect(payments[0]).not.toHaveProperty('cashGiven')
      expect(payments[0]).not.toHaveProperty('cashChange')
    }
  })

  it('is to the smallest coin, and so is what is paid back', async () => {
    const clerk = await shop().as('staff price')
    const placed = await anOddOrder(clerk)
    expect(placed.order).toMatchObject({
      orderTotal: 99.7,
      payments: [{ amount: 99.7, cashDue: 99.5, cashCoin: 0.5 }],
    })
    const { payments } = (await capture(clerk, placed, { cashGiven: 99.5 })).ok(Order)
    expect(payments).toMatchObject([{ amount: 99.7, cashGiven: 99.5, cashChange: 0 }])
    expect((await lastEvent(clerk, placed.order.id, 'payment.captured', 'da-DK'))?.text).toMatch(
      /^DKK\s99\.70 modtaget med Kontant, DKK\s99\.50 i kontanter, DKK\s99\.50 givet, DKK\s0\.00 tilbage$/u,
    )
    await clerk.post(`/payments/${placed.paymentId}/refund`, { amount: 20.3 })
    expect(await lastEvent(clerk, placed.order.id, 'payment.refunded')).toMatchObject({
      details: { amount: 20.3, cash: 20.5 },
    })
  })

  it('rounds what an order is paid in last, and no part before: of these, each would give some away', async () => {
    const clerk = await shop().as('staff price')
    const odd = await anOddOrder(clerk)
    for (const amount of [0.24, 20.3]) {
      const part = await capture(clerk, odd, { amount })
      expect(part.refused('BadRequest')).toStrictEqual([
        'amount: must be what coins pay, in steps of 0.50 DKK',
      ])
    }
    const { payments } = (await capture(clerk, odd, { amount: 20.5, cashGiven: 50 })).ok(Order)
    expect(payments).toMatchObject([
      { amount: 20.5, cashDue: 20.5, cashChange: 29.5 },
      { amount: 79.2, cashDue: 79, state: 'Pending' },
    ])
    // By what is no cash, and as the rest of something else, it is to the minor unit.
    const card = await clerk.paymentMethod('Card terminal')
    const rest = { ...odd, paymentId: payments[1]?.id ?? '' }
    const byCard = (await capture(clerk, rest, { amount: 0.24, paymentMethodId: card })).ok(Order)
    const last = byCard.payments.find(({ state }) => state === 'Pending')
    const paid = (await capture(clerk, { ...odd, paymentId: last?.id ?? '' })).ok(Order)
    expect(paid).toMatchObject({ orderStatus: { name: 'Paid' } })
    expect(paid.payments.at(-1)).toMatchObject({ amount: 78.96, cashDue: 79 })
  })

  it('goes back in parts as much as came, never more', async () => {
    const clerk = await shop().as('staff price')
    const placed = await anOddOrder(clerk)
    await capture(clerk, placed)
    const handed = async () => (await lastEvent(clerk, placed.order.id, 'payment.refunded'))?.details?.cash
    await clerk.post(`/payments/${placed.paymentId}/refund`, { amount: 49.85 })
    expect(await handed()).toBe(50)
    await clerk.post(`/orders/${placed.order.id}/cancel`, { refund: true })
    expect(await handed()).toBe(49.5)
  })

  it('refuses less than is due, and cash for what is not paid in it, and captures nothing', async () => {
    const clerk = await shop().as('staff price')
    const odd = await anOddOrder(clerk)
    const short = await capture(clerk, odd, { cashGiven: 99.49 })
    expect(short.refused('BadRequest')).toStrictEqual(['cashGiven: must be at least 99.50 DKK'])
    const card = await clerk.anOrder({ payment: 'Card terminal' })
    expect(card.order.payments[0]).not.toHaveProperty('cashDue')
    const text = 'cashGiven: is for a payment method that takes cash'
    expect((await capture(clerk, card, { cashGiven: 500 })).refused('BadRequest')).toStrictEqual([text])
    for (const cashGiven of [-1, 'ten', 1e300]) {
      expect((await capture(clerk, odd, { cashGiven })).faultyFields('BadRequest')).toStrictEqual([
        'cashGiven',
      ])
    }
    for (const { order } of [odd, card])
      expect((await clerk.readOrder(order.id)).payments).toMatchObject([{ state: 'Pending' }])
  })

  it('keeps what went back of it when its method takes no cash any more', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const placed = await clerk.anOrder({ payment: 'Cash' })
    await capture(clerk, placed, { cashGiven: placed.order.orderTotal + 1 })
    const cash = await clerk.paymentMethod('Cash')
    expect((await clerk.patch(`/manage/payment-methods/${cash}`, { takesCash: false })).status).toBe(200)
    expect((await clerk.readOrder(placed.order.id)).payments).toMatchObject([{ cashChange: 1 }])
  })

  it('goes back as it came, whatever its method takes since', async () => {
    const own = await openShop()
    const [clerk, admin] = [await own.as('staff price'), await own.as('admin')]
    const cash = await clerk.paymentMethod('Cash')
    const takeCash = async (takesCash: boolean) =>
      expect((await admin.patch(`/manage/payment-methods/${cash}`, { takesCash })).status).toBe(200)
    const refund = async ({ paymentId }: PlacedOrder, amount?: number) =>
      (await clerk.post(`/payments/${paymentId}/refund`, { amount })).ok(Order).payments[0]
    const handed = async ({ order }: PlacedOrder) =>
      (await lastEvent(clerk, order.id, 'payment.refunded'))?.details

    const inCoins = await anOddOrder(clerk)
    await capture(clerk, inCoins)
    await refund(inCoins, 49.85)
    await takeCash(false)
    const byCard = await anOddOrder(clerk)
    expect(byCard.order.payments[0]).not.toHaveProperty('cashDue')
    await capture(clerk, byCard)
    expect(await refund(inCoins)).toMatchObject({ state: 'Refunded', cashDue: 99.5 })
    expect(await handed(inCoins)).toMatchObject({ amount: 49.85, cash: 49.5 })

    await takeCash(true)
    expect(await refund(byCard)).not.toHaveProperty('cashDue')
    expect(await handed(byCard)).not.toHaveProperty('cash')
  })
})

describe('what a day takes (extension)', () => {
  it('is what came and went by each method, on the day it did, in coins as they were handed over', async () => {
    const own = await openShop()
    own.clock.set('2026-11-19T12:00:00.000Z')
    const clerk = await own.as('staff price')
    const [early, odd] = [await clerk.anOrder({ payment: 'Card terminal' }), await anOddOrder(clerk)]
    await anOddOrder(clerk)
    await capture(clerk, odd, { cashGiven: 200 })
    own.clock.set('2026-11-20T12:00:00.000Z')
    const later = await own.as('staff price')
    await capture(later, early)
    await later.post(`/payments/${early.paymentId}/refund`, { amount: 2.5 })
    await later.post(`/orders/${odd.order.id}/cancel`, { refund: true })

    const takings = async (date: string, currency: string) =>
      (await later.get('/figures/takings', { date, currency })).ok(DayTakings)
    const cash = { paymentMethodId: await later.paymentMethod('Cash'), name: 'Cash' }
    const card = { paymentMethodId: await later.paymentMethod('Card terminal'), name: 'Card terminal' }
    const first = { received: 99.5, refunded: 0, net: 99.5, cashRounding: -0.2 }
    expect(await takings('2026-11-19', 'DKK')).toStrictEqual({
      date: '2026-11-19',
      currency: 'DKK',
      ...first,
      takings: [{ ...cash, ...first }],
    })
    const second = { received: 0, refunded: 99.5, net: -99.5, cashRounding: 0.2 }
    expect((await takings('2026-11-20', 'DKK')).takings).toStrictEqual([{ ...cash, ...second }])
    const received = early.order.orderTotal
    const net = Math.round((received - 2.5) * 100) / 100
    const third = { received, refunded: 2.5, net, cashRounding: 0 }
    expect(await takings('2026-11-20', 'EUR')).toMatchObject({ ...third, takings: [{ ...card, ...third }] })
    expect(await takings('2026-11-19', 'EUR')).toMatchObject({ received: 0, net: 0, takings: [] })
    const unknown = await later.get('/figures/takings', { date: '2026-02-30', currency: 'XXX' })
    expect(unknown.faultyFields('BadRequest')).toStrictEqual(['currency'])
  })

  it('names each method as it is called now, whatever it was called when something was paid', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const [one, other] = [
      await manager.anOrder({ payment: 'Cash' }),
      await manager.anOrder({ payment: 'Cash' }),
    ]
    const names = async (cultureCode?: string) =>
      (await manager.get('/figures/takings', { cultureCode })).ok(DayTakings).takings.map(({ name }) => name)
    await capture(manager, one)
    const cash = await manager.paymentMethod('Cash')
    for (const name of ['Till', 'At the counter']) {
      expect((await manager.patch(`/manage/payment-methods/${cash}`, { name })).status).toBe(200)
      expect(await names()).toStrictEqual([name])
    }
    await capture(manager, other)
    expect(await names()).toStrictEqual(['At the counter'])
    // As whoever looks calls them, where they say so, and in that order.
    await capture(manager, await manager.anOrder({ payment: 'Card terminal' }))
    expect(await names('da')).toStrictEqual(['Kontant', 'Kort ved disken'])
    expect(await names('de-AT')).toStrictEqual(['Bar', 'Karte an der Kasse'])
    expect(
      (await manager.get('/figures/takings', { cultureCode: '?' })).faultyFields('BadRequest'),
    ).toStrictEqual(['cultureCode'])
  })

  it('is held against what is held of each payment', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const placed = await clerk.anOrder()
    await capture(clerk, placed)
    await clerk.post(`/payments/${placed.paymentId}/refund`, { amount: 1 })
    const check = async () => withEngine(await locationOf(own.dataDir), async (engine) => checkOrders(engine))
    expect((await check()).faults).toStrictEqual([])
    await inDatabase(own.dataDir, async (db) =>
      db.updateTable('payment_transactions').set({ amount: 2 }).where('kind', '=', 'refund').execute(),
    )
    const { orderNumber, orderTotal } = placed.order
    const euro = (amount: number) => `${amount.toFixed(2)} EUR`
    expect((await check()).faults).toMatchObject([
      {
        orderNumber,
        text: `${euro(orderTotal - 1)} of a payment of ${euro(orderTotal)} is held, and its transactions make ${euro(orderTotal - 0.02)}`,
      },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { DayTakings, PeriodFigures } from '../../../core/figures/figures.schema.ts'
import { Order } from '../../../core/orders/order.schema.ts'
import { aCampaign } from '../../support/campaigns.ts'
import type { Clerk, PlacedOrder } from '../../support/clerk.ts'
import { storedRows } from '../../support/data.ts'
import { multiplyOrders, planOf } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'
import { anOrderOfTwoRates } from '../../support/two-rates.ts'

const shop = sharedShop()

const capture = async (clerk: Clerk, { paymentId }: PlacedOrder) =>
  expect((await clerk.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)

const period = async (clerk: Clerk, from: string, to = from, currency = 'EUR') =>
  (await clerk.get('/figures/period', { from, to, currency })).ok(PeriodFigures)

describe('what a period took (extension)', () => {
  it('is what came and went on its days, by method and by tax rate, and goods that came back at their own', async () => {
    const own = await openShop()
    const at = async (moment: string) => {
      own.clock.set(moment)
      return own.as('staff price')
    }
    // Copenhagen is an hour ahead of UTC in November: the first is of the day after.
    let clerk = await at('2026-11-18T23:30:00.000Z')
    const one = await anOrderOfTwoRates(clerk)
    expect(one.order.orderTotal).toBe(146.4)
    await capture(clerk, one)
    const unpaid = await anOrderOfTwoRates(clerk)
    clerk = await at('2026-11-20T12:00:00.000Z')
    const [, book] = one.order.orderLines
    const lines = [{ lineId: book?.id, quantity: 1 }]
    await clerk.post(`/payments/${one.paymentId}/refund`, { amount: 10.7, lines })
    clerk = await at('2026-12-01T12:00:00.000Z')
    await clerk.post(`/orders/${one.order.id}/cancel`, { refund: true })
    await clerk.post(`/orders/${unpaid.order.id}/cancel`, {})

    const card = { paymentMethodId: await clerk.paymentMethod('Card terminal'), name: 'Card terminal' }
    const moved = (received: number, refunded: number, net: number) => ({
      received,
      refunded,
      net,
      cashRounding: 0,
    })
    const [full, reduced] = [
      { rate: 0.25, amount: 125, tax: 25, withoutTax: 100 },
      { rate: 0.07, amount: 21.4, tax: 1.4, withoutTax: 20 },
    ]
    const sold = { ...moved(146.4, 0, 146.4), tax: 26.4, takings: [{ ...card, ...moved(146.4, 0, 146.4) }] }
    const back = { ...moved(0, 10.7, -10.7), tax: -0.7, takings: [{ ...card, ...moved(0, 10.7, -10.7) }] }
    const whole = moved(146.4, 10.7, 135.7)
    expect(await period(clerk, '2026-11-01', '2026-11-30')).toStrictEqual({
      from: '2026-11-01',
      to: '2026-11-30',
      currency: 'EUR',
      ...whole,
      tax: 25.7,
      takings: [{ ...card, ...whole }],
      taxes: [full, { rate: 0.07, amount: 10.7, tax: 0.7, withoutTax: 10 }],
      days: [
        { date: '2026-11-19', ...sold, taxes: [full, reduced] },
        { date: '2026-11-20', ...back, taxes: [{ rate: 0.07, amount: -10.7, tax: -0.7, withoutTax: -10 }] },
      ],
    })
    expect(await period(clerk, '2026-11-01', '2026-12-31')).toMatchObject({ net: 0, tax: 0, taxes: [] })
    expect((await period(clerk, '2026-12-01')).taxes).toStrictEqual([
      { rate: 0.25, amount: -125, tax: -25, withoutTax: -100 },
      { rate: 0.07, amount: -10.7, tax: -0.7, withoutTax: -10 },
    ])
    expect(await period(clerk, '2026-11-18')).toMatchObject({ received: 0, takings: [], taxes: [], days: [] })
    expect(await period(clerk, '2026-11-01', '2026-11-30', 'DKK')).toMatchObject({ received: 0, days: [] })
  })

  it('has the tax of what went back of what came, also by the clock of a desk that is behind the one that received it', async () => {
    const own = await openShop()
    own.clock.set('2026-11-20T12:05:00.000Z')
    let clerk = await own.as('staff price')
    const placed = await anOrderOfTwoRates(clerk)
    await capture(clerk, placed)
    own.clock.set('2026-11-20T12:01:00.000Z')
    clerk = await own.as('staff price')
    await clerk.post(`/payments/${placed.paymentId}/refund`, { amount: 46.4 })
    expect(await period(clerk, '2026-11-20')).toMatchObject({ net: 100, tax: 18.04 })
    await clerk.post(`/orders/${placed.order.id}/cancel`, { refund: true })
    expect(await period(clerk, '2026-11-20')).toMatchObject({ net: 0, tax: 0, taxes: [] })
  })

  it('has no tax of an order that cost nothing and was cancelled, and what a day said before stays', async () => {
    const own = await openShop()
    await aCampaign(own, { target: 'order', off: 1 })
    own.clock.set('2026-11-20T12:00:00.000Z')
    let clerk = await own.as('staff price')
    const placed = await anOrderOfTwoRates(clerk, { payment: 'Cash' })
    await capture(clerk, placed)
    const sold = await period(clerk, '2026-11-20')
    expect(sold).toMatchObject({ net: 0, tax: 26.4 })
    own.clock.set('2026-11-21T12:00:00.000Z')
    clerk = await own.as('staff price')
    const { payments } = (await clerk.post(`/orders/${placed.order.id}/cancel`, {})).ok(Order)
    expect(payments).toMatchObject([{ amount: 0, refunded: 0, state: 'Captured' }])
    expect(await period(clerk, '2026-11-20')).toStrictEqual(sold)
    expect(await period(clerk, '2026-11-20', '2026-11-21')).toMatchObject({ net: 0, tax: 0, taxes: [] })
  })

  it('agrees with what each of its days took, in coins as they were handed over', async () => {
    const own = await openShop()
    const dates = ['2026-11-19', '2026-11-20', '2026-11-21']
    const kroner = { currency: 'DKK', priceGroup: 'Shop price, DKK', payment: 'Cash' }
    for (const [index, date] of dates.entries()) {
      own.clock.set(`${date}T12:00:00.000Z`)
      const clerk = await own.as('staff price')
      const placed = await clerk.anOrder({ ...kroner, quantities: [index + 1, 2] })
      await capture(clerk, placed)
      await clerk.post(`/payments/${placed.paymentId}/refund`, { amount: 17.3 + index })
      await capture(clerk, await clerk.anOrder({ ...kroner, payment: 'Card terminal' }))
    }
    const clerk = await own.as('staff price')
    const { days, ...whole } = await period(clerk, '2026-11-19', '2026-11-21', 'DKK')
    for (const [index, date] of dates.entries()) {
      const { currency: _, ...taken } = (await clerk.get('/figures/takings', { date, currency: 'DKK' })).ok(
        DayTakings,
      )
      expect(days[index]).toMatchObject(taken)
    }
    const cents = (amounts: readonly number[]) =>
      Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100)
    expect(cents(whole.taxes.map(({ amount }) => amount))).toBe(cents([whole.net, -whole.cashRounding]))
    expect(cents(whole.taxes.map(({ tax }) => tax))).toBe(cents([whole.tax]))
    expect(cents(days.map(({ net }) => net))).toBe(cents([whole.net]))
    expect(cents(days.map(({ tax }) => tax))).toBe(cents([whole.tax]))
  })

  it('is read a part after the other, however much came and went', async () => {
    const own = await openShop()
    const clerk = await own.as('staff price')
    let received = 0
    for (let index = 0; index < 210; index++) {
      const placed = await clerk.anOrder({ quantities: [1], shipping: null })
      await capture(clerk, placed)
      received += placed.order.orderTotal
    }
    const figures = await period(clerk, '2026-01-01', '2026-12-31')
    expect(figures.received).toBeCloseTo(received, 2)
    expect(figures.days).toHaveLength(1)
  })

  it('finds them, and what came and went before of the same orders, by indexes', async () => {
    const own = await openShop()
    const clerk = await own.as('staff price')
    await capture(clerk, await clerk.anOrder())
    const [payment] = (await storedRows(own.dataDir, 'payments')) as Record<'store_id' | 'order_id', string>[]
    await multiplyOrders(own.dataDir)
    const joined = 'payment_transactions as moved join payments as payment on payment.id = moved.payment_id'
    const { store_id: storeId = '', order_id: orderId = '' } = payment ?? {}
    const ofDays = `select * from ${joined} where moved.store_id = +? and moved.date >= +? and moved.date < +? order by moved.date, moved.id`
    const days = await planOf(own.dataDir, ofDays, storeId, '2026-11-01', '2026-11-02')
    expect(days.sorts).toBe(false)
    const before = await planOf(
      own.dataDir,
      `select * from ${joined} where payment.order_id in (+?, +?)`,
      orderId,
      'x',
    )
    expect(before.text).toMatch(/payments_by_order\b[^]*payment_transactions_by_payment\b/)
  })

  it.each([
    ['a day that there is not', { from: '2026-02-30', to: '2026-03-01' }, 'from'],
    ['no end', { from: '2026-02-01' }, 'to'],
    ['an end before the beginning', { from: '2026-02-02', to: '2026-02-01' }, 'to'],
    ['more than a year', { from: '2024-01-01', to: '2025-01-01' }, 'to'],
    [
      'a currency that is not the store’s',
      { from: '2026-02-02', to: '2026-02-02', currency: 'JPY' },
      'currency',
    ],
  ])('is not of %s', async (_, query, field) => {
    const clerk = await shop().as('staff')
    expect((await clerk.get('/figures/period', query)).faultyFields('BadRequest')).toStrictEqual([field])
  })

  it('is for staff, of a leap year too', async () => {
    const query = { from: '2024-01-01', to: '2024-12-31' }
    expect((await (await shop().as('staff')).get('/figures/period', query)).status).toBe(200)
    expect((await (await shop().as('support')).get('/figures/period', query)).status).toBe(403)
  })
})

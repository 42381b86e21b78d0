import { describe, expect, it } from 'vitest'
import {
  OrderTransactionsAnswer,
  type OrderTransaction,
} from '../../../core/orders/payments/transaction.schema.ts'
import { aCampaign } from '../../support/campaigns.ts'
import type { CartChoices, Clerk } from '../../support/clerk.ts'
import { openShop, sharedShop } from '../../support/shop.ts'
import { anOrderOfTwoRates } from '../../support/two-rates.ts'

const shop = sharedShop()

const moneyOf = async (clerk: Clerk, orderId: string): Promise<OrderTransaction[]> =>
  (await clerk.get(`/orders/${orderId}/transactions`)).ok(OrderTransactionsAnswer).transactions

/** An order of two rates that was paid, and how it is paid back. */
async function aPaidOrder(clerk: Clerk, choices?: CartChoices, prices?: readonly [number, number]) {
  const { order, paymentId } = await anOrderOfTwoRates(clerk, choices, prices)
  expect((await clerk.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)
  return { order, paymentId, refund: (body: object) => clerk.post(`/payments/${paymentId}/refund`, body) }
}

describe('the money of an order (extension)', () => {
  it('is told with what of the order is tax at which rate, before anything came for it, too', async () => {
    const clerk = await shop().as('staff price')
    const { order, paymentId } = await anOrderOfTwoRates(clerk)
    const taxesOf = async () =>
      (await clerk.get(`/orders/${order.id}/transactions`)).ok(OrderTransactionsAnswer).taxes
    const taxes = [
      { rate: 0.25, amount: 125, tax: 25, withoutTax: 100 },
      { rate: 0.07, amount: 21.4, tax: 1.4, withoutTax: 20 },
    ]
    expect(await taxesOf()).toStrictEqual(taxes)
    await clerk.post(`/payments/${paymentId}/capture`, {})
    await clerk.post(`/payments/${paymentId}/refund`, { amount: 5 })
    expect(await taxesOf()).toStrictEqual(taxes)
  })

  it('is what came and went, with its tax by rate, the goods that came back, and a number of each refund', async () => {
    const clerk = await shop().as('staff price')
    const { order, paymentId, refund } = await aPaidOrder(clerk)
    const [, mugs] = order.orderLines
    await refund({ amount: 10.7, lines: [{ lineId: mugs?.id, quantity: 1 }], reason: 'Cracked' })
    await refund({ amount: 5 })
    await clerk.post(`/orders/${order.id}/cancel`, { refund: true })

    const [captured, goods, some, rest] = await moneyOf(clerk, order.id)
    const full = { rate: 0.25, amount: 125, tax: 25, withoutTax: 100 }
    expect(captured).toMatchObject({
      kind: 'capture',
      refundNumber: null,
      paymentId,
      amount: 146.4,
      cashRounding: 0,
      tax: 26.4,
      taxes: [full, { rate: 0.07, amount: 21.4, tax: 1.4, withoutTax: 20 }],
      lines: [],
    })
    expect(goods).toMatchObject({
      kind: 'refund',
      refundNumber: `${order.orderNumber}-R1`,
      paymentId,
      amount: 10.7,
      tax: 0.7,
      taxes: [{ rate: 0.07, amount: 10.7, tax: 0.7, withoutTax: 10 }],
    })
    expect(goods?.lines).toStrictEqual([
      {
        lineId: mugs?.id,
        sku: mugs?.sku,
        variantSku: mugs?.variantSku,
        productName: mugs?.productName,
        quantity: 1,
        amount: 10.7,
      },
    ])
    // Of both rates alike, as nobody has said what for.
    expect(some).toMatchObject({ refundNumber: `${order.orderNumber}-R2`, amount: 5, lines: [] })
    expect(some?.taxes.map(({ rate }) => rate)).toStrictEqual([0.25, 0.07])
    expect(rest).toMatchObject({ refundNumber: `${order.orderNumber}-R3`, amount: 130.7, lines: [] })
    const minor = (amounts: readonly number[]) =>
      Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100)
    const back = [goods, some, rest].flatMap((moved) => moved?.taxes ?? [])
    expect(minor(back.map(({ tax }) => tax))).toBe(2640)
    expect(minor(back.map(({ amount }) => amount))).toBe(14_640)
  })

  it('has the tax of goods that came back, one after the other, also where something was off the order as a whole', async () => {
    const own = await openShop()
    await aCampaign(own, { target: 'order', off: 0.3 })
    const clerk = await own.as('staff price')
    const { order, refund } = await aPaidOrder(clerk)
    const [, mugs] = order.orderLines
    const lines = [{ lineId: mugs?.id, quantity: 1 }]
    // 10.70 each, of which 30 % were off.
    await refund({ amount: 7.49, lines })
    await refund({ amount: 7.49, lines })
    const [, ...back] = await moneyOf(clerk, order.id)
    for (const { tax, taxes } of back) {
      expect(tax).toBe(0.7)
      expect(taxes).toStrictEqual([
        { rate: 0.07, amount: 10.7, tax: 0.7, withoutTax: 10 },
        { rate: null, amount: -3.21, tax: 0, withoutTax: -3.21 },
      ])
    }
  })

  it('has no tax of other goods where what was off the order is no whole number of minor units of each piece', async () => {
    const own = await openShop()
    await aCampaign(own, { target: 'order', off: { EUR: 1 } })
    const clerk = await own.as('staff price')
    const { order, refund } = await aPaidOrder(clerk, { quantities: [3, 1] }, [2.66, 9.36])
    // 3.33 each, and 1.00 of 20.01 was off: as the console reckons what was paid for one after the other.
    const lines = [{ lineId: order.orderLines[0]?.id, quantity: 1 }]
    const paid = [3.16, 3.17, 3.16]
    for (const amount of paid) expect((await refund({ amount, lines })).status).toBe(200)
    const [, ...back] = await moneyOf(clerk, order.id)
    expect(back.map(({ taxes }) => taxes.map(({ amount, rate }) => [rate, amount]))).toStrictEqual([
      [
        [0.25, 3.33],
        [null, -0.17],
      ],
      [
        [0.25, 3.33],
        [null, -0.16],
      ],
      [
        [0.25, 3.33],
        [null, -0.17],
      ],
    ])
  })

  it('keeps the number and the tax of a refund, where a desk whose clock is behind refunds after it', async () => {
    const own = await openShop()
    const clerk = await own.as('staff price')
    const { order, refund } = await aPaidOrder(clerk)
    const [, mugs] = order.orderLines
    own.clock.advance(200)
    await refund({ amount: 60.01 })
    const [, printed] = await moneyOf(clerk, order.id)
    own.clock.advance(-100)
    await refund({ amount: 21.4, lines: [{ lineId: mugs?.id, quantity: 2 }] })

    const [, later, first] = await moneyOf(clerk, order.id)
    expect(first).toStrictEqual(printed)
    expect(later).toMatchObject({ amount: 21.4, refundNumber: `${order.orderNumber}-R2` })
  })

  it('numbers refunds that are made at once one after the other', async () => {
    const clerk = await shop().as('staff price')
    const { order, refund } = await aPaidOrder(clerk)
    const amounts = [1, 2, 3, 4, 5]
    await Promise.all(amounts.map(async (amount) => refund({ amount })))
    const numbers = (await moneyOf(clerk, order.id)).flatMap(({ refundNumber }) => refundNumber ?? [])
    expect(numbers.toSorted()).toStrictEqual(amounts.map((place) => `${order.orderNumber}-R${place}`))
  })

  it('says what the rounding of coins was', async () => {
    const clerk = await shop().as('staff price')
    const { order, refund } = await aPaidOrder(clerk, {
      payment: 'Cash',
      currency: 'DKK',
      priceGroup: 'Shop price, DKK',
    })
    await refund({ amount: 10.7 })
    expect(
      (await moneyOf(clerk, order.id)).map(({ amount, cashRounding }) => [amount, cashRounding]),
    ).toStrictEqual([
      [146.4, 0.1],
      [10.7, -0.2],
    ])
  })

  it('is nothing of an order that nothing was paid for, and of another store unknown', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    expect(await moneyOf(clerk, order.id)).toStrictEqual([])
    const other = await shop().as('staff', 'uptown')
    expect((await other.get(`/orders/${order.id}/transactions`)).refused('NotFound')).toHaveLength(1)
  })

  it('is found by the number of a refund from before the shop’s numbers began otherwise', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    await clerk.post(`/payments/${paymentId}/refund`, {})
    const { stores } = (await clerk.get('/manage/stores')).body as { stores: { id: string; code: string }[] }
    const harbour = stores.find(({ code }) => code === 'harbour')
    expect((await clerk.patch(`/manage/stores/${harbour?.id}`, { orderNumberPrefix: '2027/' })).status).toBe(
      200,
    )
    const { orders } = (await clerk.get('/orders', { search: `${order.orderNumber}-R1` })).body as {
      orders: { id: string }[]
    }
    expect(orders.map(({ id }) => id)).toStrictEqual([order.id])
  })

  it.each(['support', 'staff'] as const)('is found by the number of a refund, as %s', async (scope) => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    await clerk.post(`/payments/${paymentId}/refund`, {})
    const looking = await shop().as(scope)
    const [, { refundNumber } = { refundNumber: null }] = await moneyOf(looking, order.id)
    for (const search of [
      refundNumber ?? '',
      (refundNumber ?? '').toLowerCase(),
      `Credit note ${refundNumber}`,
    ]) {
      const { orders } = (await looking.get('/orders', { search })).body as { orders: { id: string }[] }
      expect(orders.map(({ id }) => id)).toStrictEqual([order.id])
    }
  })
})

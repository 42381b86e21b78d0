import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withEngine } from '../../../core/engines.ts'
import { DayTakings } from '../../../core/figures/figures.schema.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { Order, OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import { MethodsOfPaymentAnswer, PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { OrderTransactionsAnswer } from '../../../core/orders/payments/transaction.schema.ts'
import { PaymentMethodsAnswer } from '../../../core/payment-methods/payment-method.schema.ts'
import { exportFile } from '../../../core/transfer/export-file.ts'
import type { CartChoices, Clerk } from '../../support/clerk.ts'
import { changedTables, contentNow } from '../../support/data.ts'
import { openShop, sharedShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'
import { anOrderOfTwoRates } from '../../support/two-rates.ts'

const shop = sharedShop()

const capture = async (clerk: Clerk, paymentId: string | undefined, body: object = {}) =>
  clerk.post(`/payments/${paymentId}/capture`, body)

const faultsOf = async ({ dataDir }: Shop) =>
  withEngine(await locationOf(dataDir), async (engine) => (await checkOrders(engine)).faults)

/** An order that was to be paid by card, of which a part was received in cash, and the rest is still to be received. */
async function anOrderPaidInPart(clerk: Clerk, amount = 20, choices: CartChoices = {}) {
  const placed = await clerk.anOrder({ payment: 'Card terminal', ...choices })
  const cash = await clerk.paymentMethod('Cash')
  const order = (await capture(clerk, placed.paymentId, { amount, paymentMethodId: cash })).ok(Order)
  const [part, rest] = order.payments
  if (!part || !rest) throw new Error('The order is not paid in part.')
  return { ...placed, order, part, rest }
}

const minor = (amount: number): number => Math.round(amount * 100)

describe('an order that is paid in parts (extension)', () => {
  it('is paid once nothing is left to receive, each part by its own method', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order, part, paymentId, rest } = await anOrderPaidInPart(clerk)
    const left = (minor(order.orderTotal) - 2000) / 100
    expect(order).toMatchObject({
      orderStatus: { name: 'New order' },
      payments: [
        { state: 'Captured', amount: 20, cashDue: 20, paymentMethod: { name: 'Cash' } },
        { state: 'Pending', amount: left, paymentMethod: { name: 'Card terminal' } },
      ],
    })
    const paid = (await capture(clerk, rest.id, { transactionId: 'T-1' })).ok(Order)
    expect(paid).toMatchObject({
      orderStatus: { name: 'Paid' },
      orderTotal: order.orderTotal,
      payments: [{ id: part.id }, { id: rest.id, state: 'Captured', amount: left, transactionId: 'T-1' }],
    })

    const { transactions, taxes } = (await clerk.get(`/orders/${order.id}/transactions`)).ok(
      OrderTransactionsAnswer,
    )
    expect(transactions).toMatchObject([
      { kind: 'capture', paymentId: part.id, amount: 20 },
      { kind: 'capture', paymentId: rest.id, amount: left },
    ])
    expect(transactions.reduce((sum, { tax }) => sum + minor(tax), 0)).toBe(
      taxes.reduce((sum, { tax }) => sum + minor(tax), 0),
    )
    const { takings } = (await clerk.get('/figures/takings', { currency: 'EUR' })).ok(DayTakings)
    expect(takings).toMatchObject([
      { name: 'Card terminal', received: left },
      { name: 'Cash', received: 20 },
    ])
    const { events } = (await clerk.get(`/orders/${order.id}/events`)).ok(OrderEventsAnswer)
    expect(events.map(({ kind, details }) => [kind, details?.method])).toStrictEqual([
      ['order.placed', undefined],
      ['payment.voided', 'Card terminal'],
      ['payment.captured', 'Cash'],
      ['payment.captured', 'Card terminal'],
      ['order.paid', undefined],
    ])
    for (const id of [paymentId, part.id, rest.id])
      expect((await clerk.get(`/payments/${id}/order`)).ok(Order).id).toBe(order.id)
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it('is taxed to the cent, in however many parts, also where the clock of a desk is behind', async () => {
    const own = await openShop()
    own.clock.set('2026-11-19T12:00:00.000Z')
    const clerk = await own.as('staff price')
    const { order, paymentId } = await anOrderOfTwoRates(clerk)
    let due: string | undefined = paymentId
    const told: unknown[] = []
    const money = async () =>
      (await clerk.get(`/orders/${order.id}/transactions`)).ok(OrderTransactionsAnswer)
    for (const amount of [33.33, 0.01, 50.07, undefined]) {
      own.clock.set(`2026-11-19T11:59:${59 - told.length}.000Z`)
      const { payments }: Order = (await capture(clerk, due, { amount })).ok(Order)
      due = payments.find(({ state }) => state === 'Pending')?.id
      const { transactions } = await money()
      // What was said of what came before stays.
      expect(transactions.slice(0, told.length)).toStrictEqual(told)
      told.splice(0, told.length, ...transactions)
    }
    const { taxes, transactions } = await money()
    expect(transactions.map(({ amount }) => amount)).toStrictEqual([33.33, 0.01, 50.07, 62.99])
    for (const { rate, amount, tax } of taxes) {
      const parts = transactions.flatMap((moved) => moved.taxes.filter((part) => part.rate === rate))
      expect(parts.reduce((sum, part) => sum + minor(part.amount), 0)).toBe(minor(amount))
      expect(parts.reduce((sum, part) => sum + minor(part.tax), 0)).toBe(minor(tax))
    }
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it('costs what was agreed, whatever it is received by, and the page of the payment that was chosen leads on', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order, paymentId, placing } = await clerk.anOrder({ payment: 'Invoice' })
    expect(order.paymentTotal).toBeGreaterThan(0)
    const cash = await clerk.paymentMethod('Cash')
    const given = Math.ceil(order.orderTotal)
    const paid = (await capture(clerk, paymentId, { paymentMethodId: cash, cashGiven: given })).ok(Order)
    const [payment] = paid.payments
    expect(paid).toMatchObject({
      orderStatus: { name: 'Paid' },
      orderTotal: order.orderTotal,
      paymentTotal: order.paymentTotal,
      payments: [{ amount: order.orderTotal, feeTotal: order.paymentTotal, cashGiven: given }],
    })
    const { text } = await own.anyone.get('/checkout', {
      payment: paymentId,
      paymentMethod: placing.paymentMethodId,
    })
    expect(text).toContain('No longer to be paid')
    expect(text).toContain(`payment=${payment?.id}`)
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it('may be received by whatever serves the country of the bill', async () => {
    const clerk = await shop().as('staff')
    const { paymentId, placing } = await clerk.anOrder()
    const methods = async (query: object) =>
      (await clerk.get(`/payments/${paymentId}/methods`, { ...query })).ok(MethodsOfPaymentAnswer)
        .paymentMethods
    const list = await methods({})
    expect(list).toContainEqual(expect.objectContaining({ id: placing.paymentMethodId }))
    expect(list.find(({ name }) => name === 'Cash')).toHaveProperty('cashCoin', 0.01)
    expect(list.find(({ name }) => name === 'Card terminal')).not.toHaveProperty('cashCoin')
    expect((await methods({ cultureCode: 'da-DK' })).map(({ name }) => name)).toContain('Kontant')
    const all = await clerk.get('/payment-methods', {
      cultureCode: 'en-GB',
      countryId: await clerk.country(),
    })
    expect(list.map(({ id }) => id)).toStrictEqual(
      all.ok(PaymentMethodsAnswer).paymentMethods.map(({ id }) => id),
    )
    expect((await clerk.get(`/payments/${placing.cartId}/methods`)).status).toBe(404)
  })

  it('refuses what is no part of it, a method that does not serve it, and too little cash, and changes nothing', async () => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder({ payment: 'Card terminal' })
    const cash = await clerk.paymentMethod('Cash')
    const abroad = await (await shop().as('staff', 'uptown')).paymentMethod('Cash')
    const before = await contentNow(shop().dataDir)
    const wrong: readonly (readonly [object, string])[] = [
      [{ amount: 0 }, 'amount'],
      [{ amount: -5 }, 'amount'],
      [{ amount: 0.001 }, 'amount'],
      [{ amount: order.orderTotal + 0.01 }, 'amount'],
      [{ amount: 'ten' }, 'amount'],
      [{ paymentMethodId: 'cash' }, 'paymentMethodId'],
      [{ paymentMethodId: order.id }, 'paymentMethodId'],
      [{ paymentMethodId: abroad }, 'paymentMethodId'],
      [{ amount: 20, paymentMethodId: cash, cashGiven: 19.99 }, 'cashGiven'],
      [{ amount: 20, cashGiven: 20 }, 'cashGiven'],
    ]
    for (const [body, field] of wrong)
      expect((await capture(clerk, paymentId, body)).faultyFields('BadRequest')).toStrictEqual([field])
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  })

  it('stays as it is until the rest is received, or it is cancelled', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order, part, placing, rest } = await anOrderPaidInPart(clerk)
    const invoice = await clerk.paymentMethod('Invoice')
    const before = await contentNow(own.dataDir)
    const text = `A part of the order ${order.orderNumber} has been received: receive the rest, or cancel the order.`
    for (const answer of [
      await clerk.post(`/orders/${order.id}/reopen`, {}),
      await clerk.patch(`/carts/${order.id}`, { note: 'Wrapped' }),
      await clerk.post(`/payments/${rest.id}/void`, {}),
      await clerk.post(`/payments/${part.id}/refund`, {}),
      await clerk.post('/payments', { ...placing, paymentMethodId: invoice }),
    ])
      expect(answer.refused('Conflict')).toStrictEqual([text])
    const repeated = await clerk.post('/payments', { ...placing, expectedTotal: order.orderTotal })
    expect(repeated.ok(PlaceOrderAnswer).paymentId).toBe(rest.id)
    expect((await capture(clerk, part.id)).status).toBe(409)
    expect(await changedTables(before, own.dataDir)).toStrictEqual([])
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it.each([
    [true, 'Refunded'],
    [false, 'Captured'],
  ])('gives back what was received where it is cancelled, if it is said: %s', async (refund, state) => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order } = await anOrderPaidInPart(clerk)
    const cancel = async (body: object) => clerk.post(`/orders/${order.id}/cancel`, body)
    expect((await cancel({})).refused('BadRequest')).toStrictEqual([
      'refund: must be true or false: 20.00 EUR of the order is held',
    ])
    expect((await cancel({ refund })).ok(Order)).toMatchObject({
      orderStatus: { name: 'Cancelled' },
      payments: [{ state, amount: 20 }],
    })
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it('is received in part once, by whoever is first', async () => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder({ payment: 'Cash' })
    const answers = await Promise.all([1, 2, 3].map(async () => capture(clerk, paymentId, { amount: 5 })))
    expect(answers.map(({ status }) => status).toSorted()).toStrictEqual([200, 409, 409])
    const left = (minor(order.orderTotal) - 500) / 100
    expect((await clerk.readOrder(order.id)).payments).toMatchObject([
      { id: paymentId, amount: 5, state: 'Captured' },
      { amount: left, state: 'Pending' },
    ])
  })

  it('goes back payment by payment, and is exported as one order', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const { order, part, rest } = await anOrderPaidInPart(clerk)
    await capture(clerk, rest.id)
    const refund = async (id: string, body: object) => clerk.post(`/payments/${id}/refund`, body)
    expect((await refund(part.id, { amount: 20.01 })).refused('Conflict')).toStrictEqual([
      'amount: Only 20.00 EUR of the payment is left to refund.',
    ])
    expect((await refund(part.id, { amount: 20 })).status).toBe(200)
    expect((await refund(rest.id, { amount: 1.5 })).ok(Order).payments).toMatchObject([
      { state: 'Refunded', refunded: 20 },
      { state: 'Partially refunded', refunded: 1.5 },
    ])
    const path = join(own.dataDir, 'orders.csv')
    await withEngine(await locationOf(own.dataDir), async (engine) =>
      exportFile(engine, { storeId: order.store.id, kind: 'orders', path }),
    )
    expect(await readFile(path, 'utf8')).toContain(
      '"Cash; Card terminal","refunded; partially_refunded",21.50,',
    )
    expect(await faultsOf(own)).toStrictEqual([])
  })
})

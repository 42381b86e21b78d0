import { describe, expect, it } from 'vitest'
import { ReturnAnswer } from '../../../core/checkout/return.schema.ts'
import { withEngine } from '../../../core/engines.ts'
import { checkGiftCards } from '../../../core/gift-cards/check-gift-cards.ts'
import { GiftCard, GiftCardsOfOrder } from '../../../core/gift-cards/gift-card.schema.ts'
import { DayFigures, DayTakings, PeriodFigures } from '../../../core/figures/figures.schema.ts'
import { MethodsOfPaymentAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { OrderEventsAnswer, OrdersAnswer } from '../../../core/orders/order.schema.ts'
import { OrderTransactionsAnswer } from '../../../core/orders/payments/transaction.schema.ts'
import { CustomerTurnover } from '../../../core/people/people.schema.ts'
import { ManagedCampaign } from '../../../core/promotions/manage/campaign.schema.ts'
import { checkStock } from '../../../core/stock/check-stock.ts'
import { AdjustedStock, StockLevel, StockMovementsAnswer } from '../../../core/stock/stock.schema.ts'
import { Till } from '../../../core/till-counts/till-count.schema.ts'
import type { Answer } from '../../support/answer.ts'
import type { CartChoices, Clerk } from '../../support/clerk.ts'
import { contentNow } from '../../support/data.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop, sharedShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

const shop = sharedShop()

const reason = 'No receipt, unworn'

/** A cart with goods that come back, and what is sent to take them back. */
async function aReturn(clerk: Clerk, choices: CartChoices = {}) {
  const { cartId, paymentMethodId } = await clerk.aCartReadyToPlace({ shipping: null, ...choices })
  return { cartId, paymentMethodId, reason }
}
/** The return, with the card that was issued for it. */
async function read(clerk: Clerk, answer: Answer) {
  const { issued, orderId } = answer.ok(ReturnAnswer)
  return { order: await clerk.readOrder(orderId), issued }
}
const send = async (clerk: Clerk, body: object, headers = {}): Promise<Answer> =>
  clerk.post('/returns', body, { headers })
const taken = async (clerk: Clerk, choices: CartChoices = {}, fields: object = {}) =>
  read(clerk, await send(clerk, { ...(await aReturn(clerk, choices)), ...fields }))

async function faultsOf({ dataDir }: Shop): Promise<string[]> {
  return withEngine(await locationOf(dataDir), async (engine) => [
    ...(await checkOrders(engine)).faults.map(({ text }) => text),
    ...(await checkGiftCards(engine)).faults.map(({ text }) => text),
    ...(await checkStock(engine)).faults.map(({ text }) => text),
  ])
}

describe('goods that are taken back without their order (extension)', () => {
  it('become a return with a number of its own, of which everything is paid back', async () => {
    const clerk = await shop().as('admin')
    const body = await aReturn(clerk)
    const { orderTotal } = await clerk.readCart(body.cartId)
    const { order, issued } = await read(clerk, await send(clerk, { ...body, expectedTotal: orderTotal }))
    expect(issued).toBeUndefined()
    expect(order).toMatchObject({
      id: body.cartId,
      orderStatus: { name: 'Return' },
      orderTotal,
      customer: { lastName: 'Møller' },
      shipments: [],
      payments: [
        {
          amount: orderTotal,
          refunded: orderTotal,
          fee: 0,
          state: 'Refunded',
          paymentMethod: { name: 'Cash' },
        },
      ],
    })
    expect(order.completedDate).toBe(order.createdDate)
    const { events } = (await clerk.get(`/orders/${order.id}/events`)).ok(OrderEventsAnswer)
    expect(events.map(({ kind }) => kind)).toStrictEqual(['order.returned', 'payment.refunded'])
    expect(events[1]?.text).toContain(reason)
    expect(events[1]?.details?.lines).toHaveLength(2)
    const { transactions } = (await clerk.get(`/orders/${order.id}/transactions`)).ok(OrderTransactionsAnswer)
    expect(transactions).toMatchObject([
      { kind: 'refund', amount: orderTotal, tax: order.tax, refundNumber: `${order.orderNumber}-R1` },
    ])
    expect(await faultsOf(shop())).toStrictEqual([])
  })

  it('go no further: nothing is paid back, cancelled, opened again or sold with them', async () => {
    const clerk = await shop().as('admin')
    const body = await aReturn(clerk)
    const { order } = await read(clerk, await send(clerk, body))
    const paymentId = order.payments[0]?.id ?? ''
    const placing = {
      cartId: body.cartId,
      paymentMethodId: body.paymentMethodId,
      priceGroupId: await clerk.priceGroup(),
      cultureCode: 'en-GB',
    }
    const before = await contentNow(shop().dataDir)
    for (const [path, sent] of [
      [`/payments/${paymentId}/refund`, {}],
      [`/payments/${paymentId}/capture`, {}],
      [`/payments/${paymentId}/void`, {}],
      [`/orders/${order.id}/cancel`, { refund: true }],
      [`/orders/${order.id}/reopen`, {}],
      [`/orders/${order.id}/complete`, {}],
      ['/payments', placing],
      ['/payments', { ...placing, paymentMethodId: await clerk.paymentMethod('Invoice') }],
      ['/returns', body],
    ] as const)
      expect((await clerk.post(path, sent)).refused('Conflict'), path).toHaveLength(1)
    expect((await clerk.delete(`/carts/${body.cartId}`)).status).toBe(409)
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
  })

  it('are no sale of their day, of their customer and of a campaign, and what goes back has its tax', async () => {
    const own = await openShop()
    own.clock.set('2026-11-20T12:00:00.000Z')
    const clerk = await own.as('admin')
    const campaign = {
      names: { 'en-GB': 'A tenth off' },
      priority: 1000,
      exclusive: true,
      maxUses: 1,
      currencies: [{ currency: 'EUR', minimum: 0 }],
      items: [{ target: 'order', rate: 0.1, names: { 'en-GB': '10% off' } }],
    }
    const { id } = (await clerk.post('/manage/campaigns', campaign)).ok(ManagedCampaign)
    const used = async () => (await clerk.get(`/manage/campaigns/${id}`)).ok(ManagedCampaign).uses
    const { order } = await taken(clerk, { quantities: [2] })
    expect(order.discountTotal).toBeGreaterThan(0)
    expect(await used()).toBe(0)
    const sold = await clerk.anOrder({ quantities: [1], shipping: null })
    expect(sold.order.discountTotal).toBeGreaterThan(0)
    await clerk.post(`/payments/${sold.paymentId}/capture`, {})

    expect(await used()).toBe(1)
    const day = (await clerk.get('/figures/day', { date: '2026-11-20' })).ok(DayFigures)
    expect(day).toMatchObject({ orders: 1, turnover: sold.order.orderTotal })
    const takings = (await clerk.get('/figures/takings', { date: '2026-11-20' })).ok(DayTakings)
    expect(takings).toMatchObject({ received: sold.order.orderTotal, refunded: order.orderTotal })
    const period = { from: '2026-11-20', to: '2026-11-20' }
    const { net, tax, taxes } = (await clerk.get('/figures/period', period)).ok(PeriodFigures)
    const cents = (amount: number): number => Math.round(amount * 100) / 100
    expect({ net, tax }).toStrictEqual({
      net: cents(sold.order.orderTotal - order.orderTotal),
      tax: cents(sold.order.tax - order.tax),
    })
    expect(cents(taxes.reduce((sum, { amount }) => sum + amount, 0))).toBe(net)
    const customerId = order.customer.id
    const { turnover } = (await clerk.get(`/manage/customers/${customerId}/turnover`)).ok(CustomerTurnover)
    expect(turnover).toMatchObject([{ orders: 1, total: sold.order.orderTotal, refunded: 0 }])
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it('are listed among orders by their status, alone and with others', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const { order } = await taken(clerk, { quantities: [1] })
    const sold = await clerk.anOrder()
    const cancelled = await clerk.anOrder()
    await clerk.post(`/orders/${cancelled.order.id}/cancel`, {})
    const listed = async (status: string) => {
      const { orders } = (await clerk.get('/orders', { status })).ok(OrdersAnswer)
      return orders.map(({ id }) => id).toSorted()
    }
    const [a, b, c] = [order.id, sold.order.id, cancelled.order.id]
    expect(await listed('Return')).toStrictEqual([a])
    expect(await listed('-Cancelled,-Return')).toStrictEqual([b])
    expect(await listed(' cancelled , return ')).toStrictEqual([a, c].toSorted())
    expect(await listed('-Return')).toStrictEqual([b, c].toSorted())
    for (const status of ['Return,-Cancelled', 'Return,', '-', 'Returned'])
      expect((await clerk.get('/orders', { status })).refused('BadRequest'), status).toHaveLength(1)
    expect((await clerk.get('/orders', { search: order.orderNumber })).ok(OrdersAnswer).orders).toHaveLength(
      1,
    )
  })

  it('come into the stock again where they can be sold', async () => {
    const own = await openShop()
    const clerk = await own.as('admin', 'uptown')
    const [first, second] = await clerk.products({ maxItems: 2 })
    const item = { sku: first?.sku, variantSku: first?.variantSku }
    const { stock } = (
      await clerk.post('/stock/movements', { kind: 'count', items: [{ ...item, quantity: 5 }] })
    ).ok(AdjustedStock)
    const id = stock[0]?.id ?? ''
    const left = async () => (await clerk.get(`/stock/${id}`)).ok(StockLevel).quantity
    const cart = async () => {
      const body = await aReturn(clerk, { quantities: [] })
      await clerk.addLine(body.cartId, first, { quantity: 2 })
      await clerk.addLine(body.cartId, second)
      return body
    }
    const { order } = await read(clerk, await send(clerk, await cart()))
    expect(await left()).toBe(7)
    const { movements } = (await clerk.get(`/stock/${id}/movements`)).ok(StockMovementsAnswer)
    expect(movements[0]).toMatchObject({ kind: 'return', change: 2, orderNumber: order.orderNumber })
    expect((await send(clerk, { ...(await cart()), restock: false })).status).toBe(200)
    expect(await left()).toBe(7)
    expect(await faultsOf(own)).toStrictEqual([])
    await runElsewhere(own.dataDir, `update stock_movements set change = 3, quantity = 8 where change = 2`)
    expect(await faultsOf(own)).not.toStrictEqual([])
  })

  it('are paid back onto a gift card, whose code is told once', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const body = await aReturn(clerk, { payment: 'Gift card' })
    const key = { 'idempotency-key': 'return-1' }
    const { order, issued } = await read(clerk, await send(clerk, body, key))
    const card = (await clerk.post('/gift-cards/lookup', { code: issued?.code })).ok(GiftCard)
    expect(card).toMatchObject({ balance: order.orderTotal, orderNumber: order.orderNumber })
    const again = (await send(clerk, body, key)).ok(ReturnAnswer)
    expect(again).toMatchObject({ orderId: order.id, issued: { code: null } })
    const { giftCards, toIssue } = (await clerk.get(`/orders/${order.id}/gift-cards`)).ok(GiftCardsOfOrder)
    expect([giftCards, toIssue]).toMatchObject([[{ id: card.id, lineId: null }], []])
    // Its paper, its history and the card say where it has gone.
    const { transactions } = (await clerk.get(`/orders/${order.id}/transactions`)).ok(OrderTransactionsAnswer)
    expect(transactions).toMatchObject([{ kind: 'refund', giftCard: card.lastCharacters }])
    const { events } = (await clerk.get(`/orders/${order.id}/events`)).ok(OrderEventsAnswer)
    const paidBack = events.find(({ kind }) => kind === 'payment.refunded')
    expect(paidBack?.text).toContain(`Gift card …${card.lastCharacters}`)
    expect(await faultsOf(own)).toStrictEqual([])

    const printed = await aReturn(clerk, { payment: 'Gift card' })
    const taken = await send(clerk, { ...printed, code: issued?.code })
    expect(taken.refused('Conflict')).toStrictEqual(['code: is the code of another gift card'])
    expect((await clerk.get(`/orders/${printed.cartId}`)).status).toBe(404)
    expect((await send(clerk, { ...printed, code: 'PRINTED-000001' })).ok(ReturnAnswer).issued?.code).toBe(
      'PRINTED-000001',
    )
    const cash = await aReturn(clerk)
    expect((await send(clerk, { ...cash, code: 'PRINTED-000002' })).refused('BadRequest')).toHaveLength(1)
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it('are paid back by the methods that serve the country of the bill, each with what it is handed over in', async () => {
    const clerk = await shop().as('admin')
    const { cartId } = await aReturn(clerk, { currency: 'DKK', priceGroup: 'Shop price, DKK' })
    const methods = async (id: string) =>
      (await clerk.get(`/carts/${id}/return-methods`, { cultureCode: 'da-DK' })).ok(MethodsOfPaymentAnswer)
    const { paymentMethods } = await methods(cartId)
    const inCash = paymentMethods.filter(({ cashCoin }) => cashCoin !== undefined)
    expect(inCash).toMatchObject([{ displayName: 'Kontant', cashCoin: 0.5 }])
    const ontoCards = paymentMethods.filter(({ redeemsGiftCards }) => redeemsGiftCards)
    expect(ontoCards).toMatchObject([{ displayName: 'Gavekort' }])
    expect((await methods(await clerk.aCart())).paymentMethods).toStrictEqual([])
  })

  it('are paid in coins to the smallest one, out of the till', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const till = async () => (await clerk.get('/till', { currency: 'DKK' })).ok(Till)
    await clerk.post('/till/counts', { currency: 'DKK', counted: 1000 })
    const { order } = await taken(clerk, { currency: 'DKK', priceGroup: 'Shop price, DKK', quantities: [1] })
    const [payment] = order.payments
    expect(payment?.cashDue).toBe(Math.round(order.orderTotal * 2) / 2)
    expect((await till()).expected).toBe(1000 - (payment?.cashDue ?? 0))
  })

  it.each([
    ['without lines', { quantities: [] }, {}],
    ['without a reason', {}, { reason: ' ' }],
    ['with a delivery', { shipping: 'Home delivery' }, {}],
    ['by a method that there is not', {}, { paymentMethodId: '0199a0b0-0000-7000-8000-00000000ffff' }],
    ['out of a till that there is not', {}, { tillId: '0199a0b0-0000-7000-8000-00000000ffff' }],
  ])('a cart %s is refused, and stays as it is', async (_, choices: CartChoices, fields) => {
    const clerk = await shop().as('admin')
    const body = { ...(await aReturn(clerk, choices)), ...fields }
    const before = await contentNow(shop().dataDir)
    expect((await send(clerk, body)).refused('BadRequest')).toHaveLength(1)
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
  })

  it('a gift card among them is refused, and what costs nothing', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const free = await aReturn(clerk, { quantities: [1] })
    const [line] = (await clerk.readCart(free.cartId)).orderLines
    const pricing = await own.as('staff price')
    await pricing.patch(`/carts/${free.cartId}/lines/${line?.id}`, { price: 0 })
    expect((await send(clerk, free)).refused('BadRequest')).toStrictEqual(['There is nothing to pay back.'])
    const [first] = await clerk.products({ maxItems: 1 })
    const body = await aReturn(clerk, { quantities: [1] })
    await clerk.patch(`/manage/products/${first?.sku}`, { isGiftCard: true })
    expect((await send(clerk, body)).refused('BadRequest')).toHaveLength(1)
  })

  it('come to no more than a gift card may hold where they are paid back onto one', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const dearest = async (price: number) => {
      const body = await aReturn(clerk, { payment: 'Gift card', quantities: [1] })
      const [line] = (await clerk.readCart(body.cartId)).orderLines
      const pricing = await own.as('staff price')
      await pricing.patch(`/carts/${body.cartId}/lines/${line?.id}`, { price, taxRate: 0 })
      return body
    }
    const most = 10_000_000
    const { issued } = await read(clerk, await send(clerk, await dearest(most)))
    expect(issued?.giftCard.balance).toBe(most)
    const body = await dearest(most + 0.01)
    const before = await contentNow(own.dataDir)
    const code = 'PRINTED-000003'
    expect((await send(clerk, { ...body, code })).refused('BadRequest')).toStrictEqual([
      `expectedTotal: must be at most ${most}`,
    ])
    expect(await contentNow(own.dataDir)).toStrictEqual(before)
    const credit = { amount: most + 0.01, currency: 'EUR', reason }
    expect((await clerk.post('/gift-cards', credit)).refused('BadRequest')).toStrictEqual([
      `amount: must be at most ${most}`,
    ])
    // In cash it goes back as ever.
    const cash = { ...body, paymentMethodId: await clerk.paymentMethod('Cash') }
    const { order } = await read(clerk, await send(clerk, cash))
    expect(order.orderTotal).toBe(most + 0.01)
  })

  it('what somebody else has changed, or costs something else by now, is not paid back', async () => {
    const clerk = await shop().as('admin')
    const body = await aReturn(clerk)
    const { orderTotal } = await clerk.readCart(body.cartId)
    expect((await send(clerk, body, { 'if-match': '"1"' })).status).toBe(409)
    expect((await send(clerk, { ...body, expectedTotal: orderTotal + 1 })).refused('Conflict')).toHaveLength(
      1,
    )
    const answers = await Promise.all([
      send(clerk, body),
      send(clerk, body),
      clerk.post('/payments', {
        ...body,
        priceGroupId: await clerk.priceGroup(),
        cultureCode: 'en-GB',
      }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await faultsOf(shop())).toStrictEqual([])
  })

  it('taken back once more, whether they are sent again or to be sold, names the return that they have become', async () => {
    const clerk = await shop().as('admin')
    const body = await aReturn(clerk)
    const { order } = await read(clerk, await send(clerk, body))
    const before = await contentNow(shop().dataDir)
    const terms = { priceGroupId: await clerk.priceGroup(), cultureCode: 'en-GB' }
    const byCard = { paymentMethodId: await clerk.paymentMethod('Card terminal') }
    const answers = [
      await send(clerk, body),
      await send(clerk, { ...body, ...byCard, reason: 'Once more' }),
      await clerk.post('/payments', { ...body, ...terms }),
      await clerk.post('/payments', { ...body, ...terms, ...byCard }),
    ]
    for (const answer of answers)
      expect(answer.refused('Conflict')).toStrictEqual([
        `The goods of the cart have been taken back with the return ${order.orderNumber}.`,
      ])
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
    const { order: sale, placing } = await clerk.anOrder({ shipping: null })
    const sold = await send(clerk, { ...placing, reason })
    expect(sold.refused('Conflict')).toStrictEqual([
      'The cart has been placed as an order: what comes back of it is paid back there.',
    ])
    expect((await clerk.readOrder(sale.id)).orderStatus.name).toBe('New order')
  })

  it('only who manages may take them back', async () => {
    const body = await aReturn(await shop().as('staff'))
    for (const scope of ['staff', 'support', 'storefront'] as const)
      expect((await send(await shop().as(scope), body)).status).toBe(403)
    const elsewhere = await send(await shop().as('admin', 'uptown'), body)
    expect(elsewhere.refused('BadRequest')).toHaveLength(1)
  })
})

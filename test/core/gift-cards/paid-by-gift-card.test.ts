import { describe, expect, it } from 'vitest'
import { withEngine } from '../../../core/engines.ts'
import { checkGiftCards } from '../../../core/gift-cards/check-gift-cards.ts'
import { GiftCard, GiftCardTransactionsAnswer } from '../../../core/gift-cards/gift-card.schema.ts'
import { Order, OrderEventsAnswer, RefundAnswer } from '../../../core/orders/order.schema.ts'
import { MethodsOfPaymentAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { OrderTransactionsAnswer } from '../../../core/orders/payments/transaction.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { contentNow } from '../../support/data.ts'
import { aGiftCard, balanceOf } from '../../support/gift-cards.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop, sharedShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

const shop = sharedShop()
const manager = async (): Promise<Clerk> => shop().as('admin')

const capture = async (clerk: Clerk, paymentId: string | undefined, body: object = {}) =>
  clerk.post(`/payments/${paymentId}/capture`, body)
const refund = async (clerk: Clerk, paymentId: string | undefined, body: object = {}) =>
  clerk.post(`/payments/${paymentId}/refund`, body)

/** An order that is to be paid by gift card. */
const anOrder = async (clerk: Clerk) =>
  clerk.anOrder({ payment: 'Gift card', shipping: null, quantities: [1] })

const check = async ({ dataDir }: Shop) =>
  withEngine(await locationOf(dataDir), async (engine) => checkGiftCards(engine))

const cents = (amount: number): number => Math.round(amount * 100)

describe('paying by gift card (extension)', () => {
  it('takes what is paid off the card, and puts what is refunded back onto it', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const { order, paymentId } = await anOrder(clerk)
    expect(order.payments).toMatchObject([{ state: 'Pending', redeemsGiftCards: true }])
    const card = await aGiftCard(clerk, 500)
    const left = (50_000 - cents(order.orderTotal)) / 100

    const paid = (await capture(clerk, paymentId, { giftCardCode: card.code.toLowerCase() })).ok(Order)
    expect(paid.orderStatus.name).toBe('Paid')
    const giftCard = { id: card.id, lastCharacters: card.last, balance: left }
    expect(paid.payments).toMatchObject([{ state: 'Captured', amount: order.orderTotal, giftCard }])
    expect(paid.payments[0]).not.toHaveProperty('redeemsGiftCards')
    expect(await balanceOf(clerk, card.id)).toBe(left)

    const back = (await refund(clerk, paymentId, { amount: 1, reason: 'Torn' })).ok(Order)
    // What was left of it when it was paid by stays on the receipt.
    expect(back.payments).toMatchObject([{ refunded: 1, giftCard }])
    await refund(clerk, paymentId)
    expect(await balanceOf(clerk, card.id)).toBe(500)

    const { transactions } = (await clerk.get(`/gift-cards/${card.id}/transactions`)).ok(
      GiftCardTransactionsAnswer,
    )
    const of = { orderId: order.id, orderNumber: order.orderNumber }
    expect(transactions).toMatchObject([
      { version: 4, kind: 'refund', amount: order.orderTotal - 1, balance: 500, ...of },
      { version: 3, kind: 'refund', amount: 1, balance: left + 1, ...of },
      { version: 2, kind: 'capture', amount: -order.orderTotal, balance: left, ...of },
      { version: 1, kind: 'issue', amount: 500, balance: 500, orderId: null },
    ])
    const { events } = (await clerk.get(`/orders/${order.id}/events`, { cultureCode: 'da-DK' })).ok(
      OrderEventsAnswer,
    )
    expect(events.filter(({ details }) => details?.giftCard === card.last)).toHaveLength(3)
    expect(events.some(({ text }) => text.endsWith(`modtaget med Gavekort …${card.last}`))).toBe(true)
    expect(await check(own)).toMatchObject({ faults: [] })
  })

  it('of a card that holds less a part is received, and the rest by another method', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const placed = await clerk.anOrder({ payment: 'Card terminal' })
    const card = await aGiftCard(clerk, 20)
    const paymentMethodId = await clerk.paymentMethod('Gift card')
    const { paymentMethods } = (await clerk.get(`/payments/${placed.paymentId}/methods`)).ok(
      MethodsOfPaymentAnswer,
    )
    expect(paymentMethods.filter((method) => method.redeemsGiftCards).map(({ id }) => id)).toStrictEqual([
      paymentMethodId,
    ])

    const before = await contentNow(own.dataDir)
    const whole = { paymentMethodId, giftCardCode: card.code }
    expect((await capture(clerk, placed.paymentId, whole)).refused('BadRequest')).toStrictEqual([
      'giftCardCode: holds 20.00 EUR: receive a part, and the rest by another method',
    ])
    expect(await contentNow(own.dataDir)).toStrictEqual(before)

    const order = (await capture(clerk, placed.paymentId, { ...whole, amount: 20 })).ok(Order)
    expect(order.payments).toMatchObject([
      { amount: 20, state: 'Captured', giftCard: { lastCharacters: card.last, balance: 0 } },
      { state: 'Pending', paymentMethod: { name: 'Card terminal' } },
    ])
    // Of a card with nothing on it no part is offered.
    expect((await capture(clerk, order.payments[1]?.id ?? '', whole)).refused('BadRequest')).toStrictEqual([
      `giftCardCode: Nothing is left on …${card.last}`,
    ])
    await capture(clerk, order.payments[1]?.id)
    const cancelled = await clerk.post(`/orders/${order.id}/cancel`, { refund: true })
    expect(cancelled.ok(Order).payments.map(({ state }) => state)).toStrictEqual(['Refunded', 'Refunded'])
    expect(await balanceOf(clerk, card.id)).toBe(20)
    expect(await check(own)).toMatchObject({ faults: [] })
  })

  it.each([
    ['no card', {}, 'giftCardCode: is missing'],
    ['nothing', { giftCardCode: '' }, undefined],
    [
      'a card that there is not',
      { giftCardCode: 'AAAA-BBBB-CCCC' },
      'giftCardCode: there is no such gift card',
    ],
    ['anything', { giftCardCode: 'ß' }, 'giftCardCode: there is no such gift card'],
  ])('is refused with %s, and nothing is changed', async (_, body, text) => {
    const clerk = await manager()
    const { paymentId } = await anOrder(clerk)
    const before = await contentNow(shop().dataDir)
    const faults = (await capture(clerk, paymentId, body)).refused('BadRequest')
    expect(faults.map((one) => one.split(':')[0])).toStrictEqual(['giftCardCode'])
    if (text !== undefined) expect(faults).toStrictEqual([text])
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
  })

  it('is refused with a card in another currency, one that is deactivated, and for another method', async () => {
    const clerk = await manager()
    const { paymentId } = await anOrder(clerk)
    const danish = await aGiftCard(clerk, 5000, { currency: 'DKK' })
    const faultOf = async (code: string, id = paymentId): Promise<string[]> =>
      (await capture(clerk, id, { giftCardCode: code })).refused('BadRequest')
    expect(await faultOf(danish.code)).toStrictEqual(['giftCardCode: is in DKK, and EUR is to be paid'])

    const stolen = await aGiftCard(clerk, 500)
    await clerk.post(`/gift-cards/${stolen.id}/deactivate`, { reason: 'Stolen' })
    expect(await faultOf(stolen.code)).toStrictEqual([
      `giftCardCode: The gift card ${stolen.last} is deactivated.`,
    ])
    const cash = await clerk.anOrder({ payment: 'Cash' })
    const good = await aGiftCard(clerk, 500)
    expect(await faultOf(good.code, cash.paymentId)).toStrictEqual([
      'giftCardCode: is for a payment method that redeems gift cards',
    ])
    expect(await balanceOf(clerk, good.id)).toBe(500)
  })

  it('two who pay with one card at once never take more than is on it', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const orders = await Promise.all([1, 2, 3].map(async () => anOrder(clerk)))
    const [{ order }] = orders as [(typeof orders)[number]]
    const card = await aGiftCard(clerk, (cents(order.orderTotal) * 2) / 100)
    const answers = await Promise.all(
      orders.map(async ({ paymentId }) => capture(clerk, paymentId, { giftCardCode: card.code })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([200, 200, 400])
    expect(await balanceOf(clerk, card.id)).toBe(0)
    expect(await check(own)).toMatchObject({ faults: [] })
  })

  it('the same payment sent twice at once takes it once', async () => {
    const clerk = await manager()
    const { order, paymentId } = await anOrder(clerk)
    const card = await aGiftCard(clerk, 500)
    const answers = await Promise.all(
      [1, 2].map(async () => capture(clerk, paymentId, { giftCardCode: card.code })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([200, 409])
    expect(await balanceOf(clerk, card.id)).toBe((50_000 - cents(order.orderTotal)) / 100)
  })

  /** An order that was paid by a card which has been taken out of use since. */
  async function paidByDeactivated(clerk: Clerk) {
    const { order, paymentId } = await anOrder(clerk)
    const card = await aGiftCard(clerk, 500)
    await capture(clerk, paymentId, { giftCardCode: card.code })
    await clerk.post(`/gift-cards/${card.id}/deactivate`, { reason: 'Stolen' })
    return { card, order, paymentId }
  }

  it('nothing goes back onto a card that is deactivated; the order is cancelled, and the money kept for now', async () => {
    const clerk = await manager()
    const { card, order, paymentId } = await paidByDeactivated(clerk)
    const before = await contentNow(shop().dataDir)
    const refusal = `The gift card ${card.last} is deactivated: refund the payment onto a new one.`
    expect((await refund(clerk, paymentId)).refused('Conflict')).toStrictEqual([refusal])
    const cancel = async (body: object) => clerk.post(`/orders/${order.id}/cancel`, body)
    expect((await cancel({ refund: true })).refused('Conflict')).toStrictEqual([refusal])
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
    expect((await cancel({ refund: false })).status).toBe(200)
    const back = (await refund(clerk, paymentId, { ontoNewGiftCard: true })).ok(RefundAnswer)
    expect(back).toMatchObject({ payments: [{ state: 'Refunded' }] })
    expect(back.issued?.giftCard.balance).toBe(order.orderTotal)
  })

  it('what was received by a card that is deactivated goes back onto a new one', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const { card, order, paymentId } = await paidByDeactivated(clerk)
    const held = await balanceOf(clerk, card.id)
    const body = { amount: 1, reason: 'Torn', ontoNewGiftCard: true }
    const headers = { 'idempotency-key': 'torn' }
    const { issued, ...back } = (await clerk.post(`/payments/${paymentId}/refund`, body, { headers })).ok(
      RefundAnswer,
    )
    const { code, giftCard } = issued ?? {}
    expect(giftCard).toMatchObject({ balance: 1, initialAmount: 1, state: 'active' })
    // It is of the order, and was not sold with it.
    expect(giftCard).toMatchObject({ orderId: order.id, lineId: null })
    // It was received by the card that it was received by, which holds what it held.
    const of = { id: card.id, lastCharacters: card.last, state: 'deactivated', balance: held }
    expect(back.payments).toMatchObject([{ state: 'Partially refunded', refunded: 1, giftCard: of }])
    expect(await balanceOf(clerk, card.id)).toBe(held)
    // Its code can be spent, and is told once.
    const again = await clerk.post(`/payments/${paymentId}/refund`, body, { headers })
    expect(again.ok(RefundAnswer).issued).toStrictEqual({ giftCard, code: null })
    const found = await clerk.post('/gift-cards/lookup', { code })
    expect(found.ok(GiftCard)).toMatchObject({ id: giftCard?.id })

    const { transactions } = (await clerk.get(`/orders/${order.id}/transactions`)).ok(OrderTransactionsAnswer)
    expect(transactions.map((moved) => moved.giftCard)).toStrictEqual([null, giftCard?.lastCharacters])
    const { events } = (await clerk.get(`/orders/${order.id}/events`)).ok(OrderEventsAnswer)
    const told = `Gift card …${giftCard?.lastCharacters}: Torn`
    expect(events.filter(({ text }) => text.endsWith(told))).toHaveLength(1)
    const issue = (await clerk.get(`/gift-cards/${giftCard?.id}/transactions`)).ok(GiftCardTransactionsAnswer)
    expect(issue.transactions).toMatchObject([{ kind: 'issue', amount: 1, orderNumber: order.orderNumber }])
    expect(await check(own)).toMatchObject({ faults: [] })
    await runElsewhere(
      own.dataDir,
      `update payments set refunded = 2, state = 'partially_refunded' where id = '${paymentId}'`,
    )
    expect((await check(own)).faults).toMatchObject([{ giftCardId: card.id }])
  })

  it('a new card is for what was received by one', async () => {
    const clerk = await manager()
    const { paymentId } = await clerk.anOrder({ payment: 'Cash' })
    await capture(clerk, paymentId)
    expect((await refund(clerk, paymentId, { ontoNewGiftCard: true })).refused('BadRequest')).toStrictEqual([
      'ontoNewGiftCard: is for a payment method that redeems gift cards',
    ])
  })

  it('what a card had before it was replaced goes back onto what it is now', async () => {
    const clerk = await manager()
    const { order, paymentId } = await anOrder(clerk)
    const card = await aGiftCard(clerk, 500)
    await capture(clerk, paymentId, { giftCardCode: card.code })
    await clerk.post(`/gift-cards/${card.id}/replace`, { reason: 'Lost' })
    expect((await refund(clerk, paymentId)).ok(Order).orderTotal).toBe(order.orderTotal)
    expect(await balanceOf(clerk, card.id)).toBe(500)
  })
})

describe('a payment method that redeems gift cards', () => {
  it('takes no cash', async () => {
    const clerk = await manager()
    const id = await clerk.paymentMethod('Gift card')
    const faults = await clerk.patch(`/manage/payment-methods/${id}`, { takesCash: true })
    expect(faults.faultyFields('BadRequest')).toStrictEqual(['redeemsGiftCards'])
  })
})

describe('check', () => {
  it.each([
    ['a balance', 'update gift_cards set balance = balance + 1', /balance is .*, its parts make/],
    [
      'what was moved',
      `update gift_card_transactions set amount = amount - 1 where kind = 'capture'`,
      /left/,
    ],
    ['an entry', `delete from gift_card_transactions where kind = 'refund'`, /version 3 has no entry/],
    [
      'a payment',
      'update payments set refunded = refunded + 1 where gift_card_id is not null',
      /says something/,
    ],
    ['its card', 'update payments set gift_card_id = null where gift_card_id is not null', /says something/],
    ['its issue', 'update gift_cards set initial_amount = initial_amount + 1', /nothing says/],
  ])('finds a card where %s was changed', async (_, statement, text) => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const { paymentId } = await anOrder(clerk)
    const card = await aGiftCard(clerk, 500)
    await capture(clerk, paymentId, { giftCardCode: card.code })
    await refund(clerk, paymentId, { amount: 1 })
    const { giftCards } = await check(own)
    expect(giftCards).toBeGreaterThan(1)
    await runElsewhere(own.dataDir, statement)
    const { faults } = await check(own)
    const texts = faults.filter(({ giftCardId }) => giftCardId === card.id).map((fault) => fault.text)
    expect(texts.join('; ')).toMatch(text)
  })
})

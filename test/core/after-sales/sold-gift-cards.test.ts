import { beforeAll, describe, expect, it } from 'vitest'
import { withEngine } from '../../../core/engines.ts'
import { GiftCardsOfOrder, IssuedGiftCard } from '../../../core/gift-cards/gift-card.schema.ts'
import { type Order, OrderEventsAnswer } from '../../../core/orders/order.schema.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { aCampaign } from '../../support/campaigns.ts'
import type { Clerk } from '../../support/clerk.ts'
import { contentNow } from '../../support/data.ts'
import { giveCode } from '../../support/discounts.ts'
import { aGiftCard, markAsGiftCard } from '../../support/gift-cards.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { sharedShop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

const shop = sharedShop()
const manager = async (): Promise<Clerk> => shop().as('admin')

/** An order of goods and, first of them, so many gift cards, to be paid in cash. */
async function anOrder(clerk: Clerk, pieces: number, promotionCode?: string): Promise<Sold> {
  const placing = await clerk.aCartReadyToPlace({ payment: 'Cash', quantities: [pieces] })
  const products = await clerk.products()
  const other = products.find(({ sku }) => sku !== products[0]?.sku)
  await clerk.addLine(placing.cartId, other)
  if (promotionCode !== undefined) await giveCode(clerk, placing.cartId, promotionCode)
  const { paymentId } = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
  const { id, orderNumber, orderLines, orderTotal: total } = await clerk.readOrder(placing.cartId)
  const [cards, goods] = orderLines
  if (!cards || !goods) throw new Error('The order has not two lines.')
  return { id, orderNumber, paymentId, cards, goods, total }
}

async function paidOrder(clerk: Clerk, pieces = 2, promotionCode?: string): Promise<Sold> {
  const sold = await anOrder(clerk, pieces, promotionCode)
  expect((await clerk.post(`/payments/${sold.paymentId}/capture`, {})).status).toBe(200)
  return sold
}
interface Sold {
  readonly id: string
  readonly orderNumber: string
  readonly paymentId: string
  readonly cards: Order['orderLines'][number]
  readonly goods: Order['orderLines'][number]
  readonly total: number
}

const cardsOf = async (clerk: Clerk, { id }: Pick<Sold, 'id'>) =>
  (await clerk.get(`/orders/${id}/gift-cards`)).ok(GiftCardsOfOrder)
const issue = async (clerk: Clerk, { id, cards }: Pick<Sold, 'id' | 'cards'>, body: object = {}) =>
  clerk.post(`/orders/${id}/gift-cards`, { lineId: cards.id, ...body })
const faults = async (): Promise<string[]> =>
  withEngine(await locationOf(shop().dataDir), async (engine) =>
    (await checkOrders(engine)).faults.map(({ text }) => text),
  )
const refund = async (clerk: Clerk, { paymentId }: Sold, body: object) =>
  clerk.post(`/payments/${paymentId}/refund`, body)

describe('gift cards that are sold (extension)', () => {
  beforeAll(async () => markAsGiftCard(await manager()))

  it('are issued one by one once the order is paid, each worth what a piece was sold for', async () => {
    const clerk = await manager()
    const sold = await anOrder(clerk, 2)
    const line = sold.cards
    expect(await cardsOf(clerk, sold)).toStrictEqual({ giftCards: [], toIssue: [] })
    expect((await issue(clerk, sold)).refused('Conflict')).toHaveLength(1)

    await clerk.post(`/payments/${sold.paymentId}/capture`, {})
    const each = Math.round((line.total / line.quantity) * 100) / 100
    const toIssue = { lineId: line.id, productName: line.productName, amount: each }
    expect(await cardsOf(clerk, sold)).toStrictEqual({
      giftCards: [],
      toIssue: [{ ...toIssue, quantity: 2 }],
    })
    const first = (await issue(clerk, sold)).ok(IssuedGiftCard)
    expect(first.giftCard).toMatchObject({
      initialAmount: each,
      balance: each,
      orderId: sold.id,
      orderNumber: sold.orderNumber,
    })
    expect(first.code).not.toBeNull()
    const { giftCards, toIssue: left } = await cardsOf(clerk, sold)
    expect(giftCards).toStrictEqual([first.giftCard])
    expect(first.giftCard.lineId).toBe(sold.cards.id)
    expect(left).toStrictEqual([{ ...toIssue, quantity: 1 }])
    const printed = (await issue(clerk, sold, { code: 'SHOP-778-221' })).ok(IssuedGiftCard)
    expect(printed).toMatchObject({ code: 'SHOP-778-221', giftCard: { lastCharacters: '8221' } })
    expect((await issue(clerk, sold)).refused('Conflict')).toStrictEqual([
      'lineId: The gift cards of this line have been issued.',
    ])
    const { events } = (await clerk.get(`/orders/${sold.id}/events`)).ok(OrderEventsAnswer)
    const told = events.filter(({ kind }) => kind === 'gift-card.issued').map(({ text }) => text)
    expect(told).toStrictEqual([
      `${each.toFixed(2)} EUR issued, gift card …${first.giftCard.lastCharacters}`,
      `${each.toFixed(2)} EUR issued, gift card …8221`,
    ])
  })

  it.each([
    ['goods that are none', ({ goods }: Sold) => ({ lineId: goods.id }), 'lineId'],
    ['a line of nobody', () => ({ lineId: '00000000-0000-4000-8000-000000000000' }), 'lineId'],
    ['a code of no form', ({ cards }: Sold) => ({ lineId: cards.id, code: '1' }), 'code'],
  ])('none is issued for %s', async (_, bodyOf, field) => {
    const clerk = await manager()
    const sold = await paidOrder(clerk)
    const before = await contentNow(shop().dataDir)
    const answer = await clerk.post(`/orders/${sold.id}/gift-cards`, bodyOf(sold))
    expect(answer.faultyFields('BadRequest')).toStrictEqual([field])
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
  })

  it('none is issued with a code that another card has, and the order stays as it was', async () => {
    const clerk = await manager()
    const sold = await paidOrder(clerk)
    const { code } = await aGiftCard(clerk)
    const before = await contentNow(shop().dataDir)
    expect((await issue(clerk, sold, { code })).faultyFields('Conflict')).toStrictEqual(['code'])
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
  })

  it('two who issue the last one at once make one', async () => {
    const clerk = await manager()
    const sold = await paidOrder(clerk, 1)
    const answers = await Promise.all([1, 2, 3].map(async () => issue(clerk, sold)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([200, 409, 409])
    expect((await cardsOf(clerk, sold)).giftCards).toHaveLength(1)
  })

  it('what paid for a card goes back once it is deactivated, unspent', async () => {
    const clerk = await manager()
    const sold = await paidOrder(clerk)
    const { giftCard } = (await issue(clerk, sold)).ok(IssuedGiftCard)
    const { amount = 0 } = (await cardsOf(clerk, sold)).toIssue[0] ?? {}
    const lines = (quantity: number) => [{ lineId: sold.cards.id, quantity }]
    const before = await contentNow(shop().dataDir)
    // Both pieces, all the money, and the whole order: the card would be paid back while it can be spent.
    for (const body of [{ amount: 1, lines: lines(2) }, { amount: sold.total }])
      expect((await refund(clerk, sold, body)).refused('Conflict')[0]).toContain(giftCard.lastCharacters)
    const cancelled = await clerk.post(`/orders/${sold.id}/cancel`, { refund: true })
    expect(cancelled.refused('Conflict')[0]).toContain(giftCard.lastCharacters)
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)

    // The piece that no card was issued for comes back as any other.
    expect((await refund(clerk, sold, { amount, lines: lines(1) })).status).toBe(200)
    expect((await cardsOf(clerk, sold)).toIssue).toStrictEqual([])
    await clerk.post(`/gift-cards/${giftCard.id}/deactivate`, { reason: 'Came back' })
    expect((await cardsOf(clerk, sold)).toIssue).toMatchObject([{ quantity: 1 }])
    expect((await refund(clerk, sold, { amount, lines: lines(1) })).status).toBe(200)
    expect((await cardsOf(clerk, sold)).toIssue).toStrictEqual([])
    expect((await clerk.post(`/orders/${sold.id}/cancel`, { refund: true })).status).toBe(200)
  })

  it('a card that was spent is paid back no more, also where it is deactivated', async () => {
    const clerk = await manager()
    const sold = await paidOrder(clerk, 1)
    const { code, giftCard } = (await issue(clerk, sold)).ok(IssuedGiftCard)
    const bought = await clerk.anOrder({ payment: 'Gift card' })
    const spent = await clerk.post(`/payments/${bought.paymentId}/capture`, {
      giftCardCode: code,
      amount: 0.5,
    })
    expect(spent.status).toBe(200)
    await clerk.post(`/gift-cards/${giftCard.id}/deactivate`, { reason: 'Found' })
    const body = { amount: 0.5, lines: [{ lineId: sold.cards.id, quantity: 1 }] }
    expect((await refund(clerk, sold, body)).refused('Conflict')).toHaveLength(1)
    expect((await cardsOf(clerk, sold)).toIssue).toStrictEqual([])
    // What else the order holds goes back.
    expect((await refund(clerk, sold, { amount: 0.5 })).status).toBe(200)
    expect((await clerk.post(`/orders/${sold.id}/cancel`, { refund: false })).status).toBe(200)
  })

  it('what is off the whole order is off them in part: what was paid for them stays, and no more than for what it pays is issued', async () => {
    const clerk = await manager()
    await aCampaign(shop(), { target: 'order', off: 0.5, codes: ['HALF'] })
    const sold = await paidOrder(clerk, 1, 'HALF')
    const { giftCard } = (await issue(clerk, sold)).ok(IssuedGiftCard)
    expect(giftCard.balance).toBe(sold.cards.total)
    const before = await contentNow(shop().dataDir)
    const refused = [
      await refund(clerk, sold, {}),
      await clerk.post(`/orders/${sold.id}/cancel`, { refund: true }),
    ]
    for (const answer of refused)
      expect(answer.refused('Conflict')[0]).toContain(`issued with this order: ${giftCard.lastCharacters}`)
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
    // What was paid for the goods goes back, and not what was paid for the card.
    const half = (amount: number): number => Math.floor(amount * 50) / 100
    const lines = [{ lineId: sold.goods.id, quantity: sold.goods.quantity }]
    expect((await refund(clerk, sold, { amount: half(sold.goods.total), lines })).status).toBe(200)
    expect((await refund(clerk, sold, { amount: half(sold.cards.total) })).refused('Conflict')).toHaveLength(
      1,
    )
    await clerk.post(`/gift-cards/${giftCard.id}/deactivate`, { reason: 'Came back' })
    expect((await clerk.post(`/orders/${sold.id}/cancel`, { refund: true })).status).toBe(200)

    const whole = await paidOrder(clerk, 3, 'HALF')
    expect((await cardsOf(clerk, whole)).toIssue).toMatchObject([{ quantity: 3 }])
    const paidForOne = half(sold.cards.total) + 0.01
    expect((await refund(clerk, whole, { amount: whole.total - paidForOne })).status).toBe(200)
    expect((await cardsOf(clerk, whole)).toIssue).toMatchObject([{ quantity: 1 }])
    expect((await refund(clerk, whole, {})).status).toBe(200)
    expect((await cardsOf(clerk, whole)).toIssue).toStrictEqual([])
    expect((await issue(clerk, whole)).refused('Conflict')).toHaveLength(1)
    expect(await faults()).toStrictEqual([])
  })

  it('had for nothing they are issued all the same', async () => {
    const clerk = await manager()
    await aCampaign(shop(), { target: 'order', off: 1, codes: ['GIFT'] })
    const sold = await paidOrder(clerk, 2, 'GIFT')
    expect(sold.total).toBe(0)
    expect((await cardsOf(clerk, sold)).toIssue).toMatchObject([{ quantity: 2 }])
    expect((await issue(clerk, sold)).status).toBe(200)
    expect(await faults()).toStrictEqual([])
  })

  it('none is issued for money that went back, whatever for', async () => {
    const clerk = await manager()
    const sold = await paidOrder(clerk, 2)
    const { amount = 0 } = (await cardsOf(clerk, sold)).toIssue[0] ?? {}
    // What stays pays for one card.
    const toMinor = (major: number): number => Math.round(major * 100)
    const back = (toMinor(sold.total) - toMinor(amount)) / 100
    expect((await refund(clerk, sold, { amount: back })).status).toBe(200)
    expect((await cardsOf(clerk, sold)).toIssue).toMatchObject([{ amount, quantity: 1 }])
    const answers = await Promise.all([1, 2].map(async () => issue(clerk, sold)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([200, 409])
    const before = await contentNow(shop().dataDir)
    expect((await issue(clerk, sold)).refused('Conflict')).toStrictEqual([
      'lineId: What has been paid back of the order is not there for another gift card.',
    ])
    expect(await contentNow(shop().dataDir)).toStrictEqual(before)
    expect((await cardsOf(clerk, sold)).toIssue).toStrictEqual([])
    expect(await faults()).toStrictEqual([])

    const whole = await paidOrder(clerk, 1)
    expect((await refund(clerk, whole, {})).status).toBe(200)
    expect((await cardsOf(clerk, whole)).toIssue).toStrictEqual([])
    expect((await issue(clerk, whole)).refused('Conflict')).toHaveLength(1)

    // As an earlier version let it happen.
    const others = await paidOrder(clerk, 1)
    const { giftCard } = (await issue(clerk, others)).ok(IssuedGiftCard)
    expect(
      (await refund(clerk, others, { amount: (toMinor(others.total) - toMinor(amount)) / 100 })).status,
    ).toBe(200)
    await runElsewhere(
      shop().dataDir,
      `update gift_cards set initial_amount = initial_amount + 1 where id = '${giftCard.id}'`,
    )
    expect(await faults()).toStrictEqual(['its gift cards stand for 0.01 EUR that has been paid back'])
  })

  it('of another store there are none', async () => {
    const clerk = await manager()
    const sold = await paidOrder(clerk, 1)
    const uptown = await shop().as('admin', 'uptown')
    expect((await uptown.get(`/orders/${sold.id}/gift-cards`)).refused('NotFound')).toHaveLength(1)
    expect((await issue(uptown, sold)).refused('NotFound')).toHaveLength(1)
  })
})

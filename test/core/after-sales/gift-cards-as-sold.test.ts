import { sql, type Kysely } from 'kysely'
import { describe, expect, it } from 'vitest'
import { CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { migrations } from '../../../core/database/schema/migrations/index.ts'
import { withEngine } from '../../../core/engines.ts'
import { GiftCardsOfOrder, IssuedGiftCard } from '../../../core/gift-cards/gift-card.schema.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { PlaceOrderAnswer, type PlaceOrderBody } from '../../../core/orders/payments/payment.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { inDatabase } from '../../support/data.ts'
import { markAsGiftCard } from '../../support/gift-cards.ts'
import { openShop, sharedShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

const shop = sharedShop()

interface Sold {
  readonly id: string
  readonly paymentId: string
  readonly lineId: string | undefined
}

async function place(clerk: Clerk, placing: PlaceOrderBody): Promise<Sold> {
  const { paymentId } = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
  const { id, orderLines } = await clerk.readOrder(placing.cartId)
  return { id, paymentId, lineId: orderLines[0]?.id }
}

const pay = async (clerk: Clerk, { paymentId }: Sold): Promise<void> =>
  expect((await clerk.post(`/payments/${paymentId}/capture`, {})).status).toBe(200)

async function paidOrder(clerk: Clerk, pieces = 2): Promise<Sold> {
  const sold = await place(clerk, await clerk.aCartReadyToPlace({ payment: 'Cash', quantities: [pieces] }))
  await pay(clerk, sold)
  return sold
}

const cardsOf = async (clerk: Clerk, { id }: Sold) =>
  (await clerk.get(`/orders/${id}/gift-cards`)).ok(GiftCardsOfOrder)
const toIssue = async (clerk: Clerk, sold: Sold) =>
  (await cardsOf(clerk, sold)).toIssue.map(({ lineId, quantity }) => [lineId, quantity])
const issue = async (clerk: Clerk, { id, lineId }: Sold) => clerk.post(`/orders/${id}/gift-cards`, { lineId })

describe('whether goods are a gift card', () => {
  it('is as they were sold: who marks them later makes no cards of what was sold before', async () => {
    const clerk = await shop().as('admin')
    await markAsGiftCard(clerk, false)
    const before = await paidOrder(clerk)
    await markAsGiftCard(clerk)
    const behind = await paidOrder(clerk)
    expect(await toIssue(clerk, before)).toStrictEqual([])
    expect((await issue(clerk, before)).faultyFields('BadRequest')).toStrictEqual(['lineId'])
    expect(await toIssue(clerk, behind)).toStrictEqual([[behind.lineId, 2]])
  })

  it('is as they were sold: cards that were sold are issued, and come back, also where the mark was taken off since', async () => {
    const clerk = await shop().as('admin')
    await markAsGiftCard(clerk)
    const sold = await paidOrder(clerk)
    const { giftCard } = (await issue(clerk, sold)).ok(IssuedGiftCard)
    await markAsGiftCard(clerk, false)
    expect(await toIssue(clerk, sold)).toStrictEqual([[sold.lineId, 1]])
    expect((await issue(clerk, sold)).status).toBe(200)
    expect((await issue(clerk, sold)).refused('Conflict')).toHaveLength(1)
    await clerk.post(`/gift-cards/${giftCard.id}/deactivate`, { reason: 'Came back' })
    const lines = [{ lineId: sold.lineId, quantity: 1 }]
    const refund = { amount: giftCard.initialAmount, lines }
    expect((await clerk.post(`/payments/${sold.paymentId}/refund`, refund)).status).toBe(200)
    expect(await toIssue(clerk, sold)).toStrictEqual([])

    // Sold once more they are what they are now.
    const { cartId } = (await clerk.post(`/orders/${sold.id}/cart`)).ok(CreateCartAnswer)
    const placing = { ...(await clerk.aCartReadyToPlace({ payment: 'Cash' })), cartId }
    const copy = await place(clerk, placing)
    await pay(clerk, copy)
    expect(await toIssue(clerk, copy)).toStrictEqual([])
  })

  it('is decided when the order is placed, and anew where it is placed again', async () => {
    const clerk = await shop().as('admin')
    await markAsGiftCard(clerk, false)
    const placing = await clerk.aCartReadyToPlace({ payment: 'Cash', quantities: [1] })
    await markAsGiftCard(clerk)
    const first = await place(clerk, placing)
    await markAsGiftCard(clerk, false)
    // Another way to pay is no other sale.
    const byCard = { ...placing, paymentMethodId: await clerk.paymentMethod('Card terminal') }
    const changed = await place(clerk, byCard)
    await pay(clerk, changed)
    expect(await toIssue(clerk, changed)).toStrictEqual([[first.lineId, 1]])

    const opened = await clerk.aCartReadyToPlace({ payment: 'Cash', quantities: [1] })
    const plain = await place(clerk, opened)
    expect((await clerk.post(`/orders/${plain.id}/reopen`)).status).toBe(200)
    await markAsGiftCard(clerk)
    const again = await place(clerk, opened)
    await pay(clerk, again)
    expect(await toIssue(clerk, again)).toStrictEqual([[plain.lineId, 1]])
  })

  it('keeps goods from coming back without their order as they are marked now', async () => {
    const clerk = await shop().as('admin')
    await markAsGiftCard(clerk)
    const { cartId, paymentMethodId } = await clerk.aCartReadyToPlace({ shipping: null, quantities: [1] })
    const takeBack = async () => clerk.post('/returns', { cartId, paymentMethodId, reason: 'No receipt' })
    expect((await takeBack()).refused('BadRequest')).toHaveLength(1)
    await markAsGiftCard(clerk, false)
    expect((await takeBack()).status).toBe(200)
    const faults = async () =>
      withEngine(await locationOf(shop().dataDir), async (engine) => (await checkOrders(engine)).faults)
    expect(await faults()).toStrictEqual([])
  })
})

/** As earlier versions kept lines: the products alone know. */
const forget = async ({ dataDir }: Shop): Promise<void> =>
  inDatabase(dataDir, async (db) => {
    await sql`drop index products_gift_cards`.execute(db)
    await sql`alter table order_lines drop column is_gift_card`.execute(db)
  })

const migrate = async ({ dataDir }: Shop): Promise<void> =>
  inDatabase(dataDir, async (db) => migrations['0060-sold-gift-cards']?.up(db as unknown as Kysely<unknown>))

it('of what earlier versions have sold, cards are what is marked by now, and what cards were issued of', async () => {
  const own = await openShop()
  const clerk = await own.as('admin')
  const unmarked = await paidOrder(clerk)
  const products = await clerk.products()
  const other = products.find(({ sku }) => sku !== products[0]?.sku)
  await markAsGiftCard(clerk)
  const [issued, notIssued] = [await paidOrder(clerk), await paidOrder(clerk)]
  expect((await issue(clerk, issued)).status).toBe(200)
  await markAsGiftCard(clerk, false)
  await clerk.patch(`/manage/products/${other?.sku}`, { isGiftCard: true })
  const placing = await clerk.aCartReadyToPlace({ payment: 'Cash', quantities: [1] })
  await clerk.addLine(placing.cartId, other, { quantity: 3 })
  const both = await place(clerk, placing)
  await pay(clerk, both)
  const [, marked] = (await clerk.readOrder(both.id)).orderLines

  await forget(own)
  await migrate(own)
  expect(await toIssue(clerk, unmarked)).toStrictEqual([])
  expect(await toIssue(clerk, issued)).toStrictEqual([[issued.lineId, 1]])
  // Nothing is left that would tell.
  expect(await toIssue(clerk, notIssued)).toStrictEqual([])
  expect(await toIssue(clerk, both)).toStrictEqual([[marked?.id, 3]])
})

import { describe, expect, it } from 'vitest'
import { CartPriceGroupsAnswer, type Cart } from '../../../core/carts/cart.schema.ts'
import { LinePrice } from '../../../core/carts/line-price.schema.ts'
import { withEngine } from '../../../core/engines.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { ManagedCampaign } from '../../../core/promotions/manage/campaign.schema.ts'
import { PromotionCodesAnswer } from '../../../core/promotions/promotion.schema.ts'
import { aCampaign } from '../../support/campaigns.ts'
import type { Clerk } from '../../support/clerk.ts'
import { changedTables, contentNow } from '../../support/data.ts'
import { expectExact, giveCode } from '../../support/discounts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

const [BEFORE, FROM, TO] = [
  '2026-11-20T09:00:00.000Z',
  '2026-11-20T10:00:00.000Z',
  '2026-11-21T10:00:00.000Z',
] as const

/** Somebody who signs in at a moment: a token does not live from one to the next. */
async function at(own: Shop, moment: string): Promise<Clerk> {
  own.clock.set(moment)
  return own.as('admin')
}

const readExact = async (clerk: Clerk, cartId: string): Promise<Cart> => {
  const cart = await clerk.readCart(cartId)
  expectExact(cart)
  return cart
}

/** The same, wherever it is told what the cart comes to, and why. */
async function expectExplained(clerk: Clerk, cart: Cart, priceGroupId: string): Promise<void> {
  for (const line of cart.orderLines) {
    const { steps } = (await clerk.get(`/carts/${cart.id}/lines/${line.id}/price`)).ok(LinePrice)
    expect(steps.at(-1)?.amount).toBe(line.total)
    expect(steps.filter(({ kind }) => kind === 'discount').map(({ amount }) => amount)).toStrictEqual(
      line.discounts.map(({ amountOffTotal }) => -amountOffTotal),
    )
  }
  const { priceGroups } = (await clerk.get(`/carts/${cart.id}/price-groups`)).ok(CartPriceGroupsAnswer)
  expect(priceGroups.find(({ id }) => id === priceGroupId)?.orderTotal).toBe(cart.orderTotal)
}

/** What is placed is what the cart shows, and stays with cart and order. */
async function expectPlaced(own: Shop, clerk: Clerk, placing: { cartId: string }, shown: Cart) {
  const body = { ...placing, expectedTotal: shown.orderTotal }
  expect((await clerk.post('/payments', body)).status).toBe(200)
  const { cartId } = placing
  const order = await clerk.readOrder(cartId)
  const cart = await readExact(clerk, cartId)
  for (const { orderTotal, discountTotal } of [order, cart]) {
    expect([orderTotal, discountTotal ?? 0]).toStrictEqual([shown.orderTotal, shown.discountTotal])
  }
  expect(order.payments.map(({ amount }) => amount)).toStrictEqual([shown.orderTotal])
  expect(order.discounts).toStrictEqual(cart.discounts)
  expect(order.shipments[0]?.shipmentPriceTotal).toBe(shown.shipments[0]?.shipmentPriceTotal)
  expect(order.orderLines.map(({ discounts }) => discounts)).toStrictEqual(
    cart.orderLines.map(({ discounts }) => discounts),
  )
  expect(cart.earlierTotal).toBeUndefined()
  const { faults } = await withEngine(await locationOf(own.dataDir), checkOrders)
  expect(faults).toStrictEqual([])
}

/** A campaign that one order may use, by the codes if any. */
async function anEarlyBird(manager: Clerk, ...codes: string[]): Promise<ManagedCampaign> {
  const body = {
    names: { 'en-GB': 'Early bird' },
    currencies: [{ currency: 'EUR', minimum: 0 }],
    items: [{ target: 'order', rate: 0.1, names: { 'en-GB': '10 %' } }],
    codes: codes.map((code) => ({ code })),
    maxUses: 1,
  }
  return (await manager.post('/manage/campaigns', body)).ok(ManagedCampaign)
}

describe('a cart that nobody touches', () => {
  it.each(['lines', 'shipping', 'order'] as const)(
    'loses the discount off %s with its campaign: shown, explained and charged alike, and told',
    async (target) => {
      const own = await openShop()
      await aCampaign(own, { target, off: 0.1, to: TO })
      const early = await at(own, BEFORE)
      const placing = await early.aCartReadyToPlace()
      const agreed = await readExact(early, placing.cartId)
      expect(agreed.discountTotal).toBeGreaterThan(0)
      expect(agreed.earlierTotal).toBeUndefined()

      const clerk = await at(own, TO)
      const shown = await readExact(clerk, placing.cartId)
      expect(shown).toMatchObject({ discountTotal: 0, discounts: [], earlierTotal: agreed.orderTotal })
      expect(shown.orderTotal).toBeGreaterThan(agreed.orderTotal)
      await expectExplained(clerk, shown, placing.priceGroupId)

      const before = await contentNow(own.dataDir)
      const stale = await clerk.post('/payments', { ...placing, expectedTotal: agreed.orderTotal })
      const [now, then] = [shown.orderTotal, agreed.orderTotal].map((total) => total.toFixed(2))
      expect(stale.refused('Conflict').join()).toContain(`${now ?? ''} EUR, not ${then ?? ''} EUR`)
      expect(await changedTables(before, own.dataDir)).toStrictEqual([])
      await expectPlaced(own, clerk, placing, shown)
    },
  )

  it('gets the discount of a campaign that begins, each time it is read the same', async () => {
    const own = await openShop()
    for (const target of ['lines', 'shipping', 'order'] as const)
      await aCampaign(own, { name: target, target, off: 0.1, from: FROM })
    const placing = await (await at(own, BEFORE)).aCartReadyToPlace()
    const clerk = await at(own, FROM)
    const shown = await readExact(clerk, placing.cartId)
    expect(shown.discounts).toMatchObject([{ campaignName: 'shipping' }, { campaignName: 'order' }])
    expect(shown.orderLines[1]?.discounts).toMatchObject([{ campaignName: 'lines' }])
    expect(await clerk.readCart(placing.cartId)).toStrictEqual(shown)
    const ids = [shown, ...shown.orderLines].flatMap(({ discounts }) => discounts.map(({ id }) => id))
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(4)
    await expectExplained(clerk, shown, placing.priceGroupId)
    await expectPlaced(own, clerk, placing, shown)
  })

  it('loses what a code took off when that expires, and says so of the code', async () => {
    const own = await openShop()
    await aCampaign(own, { codes: ['MINUTE'], off: 0.1, to: TO })
    const early = await at(own, BEFORE)
    const placing = await early.aCartReadyToPlace()
    await giveCode(early, placing.cartId, 'MINUTE')
    const codesOf = async (clerk: Clerk) =>
      (await clerk.get(`/carts/${placing.cartId}/promotion-codes`)).ok(PromotionCodesAnswer).promotionCodes
    expect(await codesOf(early)).toMatchObject([{ code: 'MINUTE', applied: true }])
    const clerk = await at(own, TO)
    expect(await codesOf(clerk)).toMatchObject([{ applied: false, hindrance: 'expired' }])
    const shown = await readExact(clerk, placing.cartId)
    expect(shown.discountTotal).toBe(0)
    await expectPlaced(own, clerk, placing, shown)
  })

  it('follows a campaign that the shop changes or ends by hand', async () => {
    const own = await openShop()
    const manager = await at(own, BEFORE)
    const made = (
      await manager.post('/manage/campaigns', {
        names: { 'en-GB': 'Autumn' },
        currencies: [{ currency: 'EUR', minimum: 0 }],
        items: [{ target: 'order', rate: 0.1, names: { 'en-GB': '10 %' } }],
      })
    ).ok(ManagedCampaign)
    const placing = await manager.aCartReadyToPlace()
    const agreed = await readExact(manager, placing.cartId)
    own.clock.advance(100)
    const items = made.items.map((item) => ({ ...item, rate: 0.2 }))
    expect((await manager.patch(`/manage/campaigns/${made.id}`, { items })).status).toBe(200)
    expect(await readExact(manager, placing.cartId)).toMatchObject({
      discounts: [{ id: agreed.discounts[0]?.id, campaignItemName: '10 %' }],
      earlierTotal: agreed.orderTotal,
    })
    expect((await manager.delete(`/manage/campaigns/${made.id}`)).status).toBe(200)
    const shown = await readExact(manager, placing.cartId)
    expect(shown.discountTotal).toBe(0)
    await expectPlaced(own, manager, placing, shown)
  })

  it('loses what others have used up meanwhile: shown, explained and charged alike, and placed as it stands then', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const { id } = await anEarlyBird(clerk, 'EARLY')
    const [first, placing] = [await clerk.aCartReadyToPlace(), await clerk.aCartReadyToPlace()]
    for (const { cartId } of [first, placing]) await giveCode(clerk, cartId, 'EARLY')
    // Long after the campaign was written: nothing but its use has changed.
    own.clock.advance(3_600_000)
    const later = await own.as('admin')
    const agreed = await readExact(later, placing.cartId)
    expect(agreed.discountTotal).toBeGreaterThan(0)
    const ofFirst = await later.readCart(first.cartId)
    expect((await later.post('/payments', { ...first, expectedTotal: ofFirst.orderTotal })).status).toBe(200)

    const before = await contentNow(own.dataDir)
    const stale = await later.post('/payments', { ...placing, expectedTotal: agreed.orderTotal })
    expect(stale.refused('Conflict').join()).toMatch(/would cost .* EUR, not /)
    // Whoever does not say what they have seen is told of the campaign.
    const unsaid = await later.post('/payments', placing)
    expect(unsaid.refused('Conflict').join()).toContain('Early bird has been used as often as it may be')
    expect(await changedTables(before, own.dataDir)).toStrictEqual([])

    const shown = await readExact(later, placing.cartId)
    expect(shown).toMatchObject({ discountTotal: 0, discounts: [], earlierTotal: agreed.orderTotal })
    await expectExplained(later, shown, placing.priceGroupId)
    await expectPlaced(own, later, placing, shown)
    expect((await later.get(`/manage/campaigns/${id}`)).ok(ManagedCampaign).uses).toBe(1)
  })

  it('is not kept by a campaign that others have used up, and that has ended since', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    const { id } = await anEarlyBird(clerk)
    const [first, placing] = [await clerk.aCartReadyToPlace(), await clerk.aCartReadyToPlace()]
    expect((await clerk.post('/payments', first)).status).toBe(200)
    expect((await clerk.post('/payments', placing)).refused('Conflict').join()).toContain('Early bird')
    expect((await clerk.delete(`/manage/campaigns/${id}`)).status).toBe(200)
    const shown = await readExact(clerk, placing.cartId)
    expect(shown.discountTotal).toBe(0)
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    expect((await clerk.readOrder(placing.cartId)).orderTotal).toBe(shown.orderTotal)
  })

  it('is told what it costs without a campaign that another desk uses up at the same moment', async () => {
    const own = await openShop()
    const clerk = await own.as('admin')
    await anEarlyBird(clerk)
    const placings = []
    for (let left = 4; left > 0; left--) placings.push(await clerk.aCartReadyToPlace())
    const bodies = await Promise.all(
      placings.map(async (placing) => ({
        ...placing,
        expectedTotal: (await clerk.readCart(placing.cartId)).orderTotal,
      })),
    )
    const answers = await Promise.all(bodies.map(async (body) => clerk.post('/payments', body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer.refused('Conflict').join()).toMatch(/would cost .* EUR, not /)
  })

  it('is told of no more than once: its next change keeps what it costs then', async () => {
    const own = await openShop()
    await aCampaign(own, { off: 0.1, to: TO })
    const placing = await (await at(own, BEFORE)).aCartReadyToPlace()
    const clerk = await at(own, TO)
    const shown = await clerk.readCart(placing.cartId)
    await clerk.patch(`/carts/${placing.cartId}`, { note: 'Later' })
    const { earlierTotal, ...rest } = shown
    expect(earlierTotal).toBeGreaterThan(0)
    expect(await clerk.readCart(placing.cartId)).toStrictEqual({ ...rest, note: 'Later' })
  })

  it('stays as agreed once it is placed, however it is paid then', async () => {
    const own = await openShop()
    await aCampaign(own, { off: 0.1, to: TO })
    const early = await at(own, BEFORE)
    const { order, placing, paymentId } = await early.anOrder()
    const clerk = await at(own, TO)
    expect(await clerk.readOrder(placing.cartId)).toStrictEqual(order)
    expect((await clerk.readCart(placing.cartId)).discountTotal).toBe(order.discountTotal)
    expect((await clerk.post('/payments', placing)).ok(PlaceOrderAnswer).paymentId).toBe(paymentId)
    const other = { ...placing, paymentMethodId: await clerk.paymentMethod('Invoice') }
    expect((await clerk.post('/payments', other)).status).toBe(200)
    expect((await clerk.readOrder(placing.cartId)).discountTotal).toBe(order.discountTotal)
  })
})

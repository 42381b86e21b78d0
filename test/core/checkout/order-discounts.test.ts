import { describe, expect, it } from 'vitest'
import { CreateCartAnswer, type Cart } from '../../../core/carts/cart.schema.ts'
import type { WriteDb } from '../../../core/database/engine.ts'
import { withEngine } from '../../../core/engines.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { aCampaign } from '../../support/campaigns.ts'
import { inDatabase } from '../../support/data.ts'
import { cents, expectExact, generousShop, giveCode } from '../../support/discounts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

const faultsOf = async (own: Shop): Promise<string[]> =>
  withEngine(await locationOf(own.dataDir), async (database) =>
    (await checkOrders(database)).faults.map(({ text }) => text),
  )

describe('discounts of an order', () => {
  it('are those of the cart that was placed, and stay when the campaign is over', async () => {
    const own = await generousShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace({ payment: 'Invoice' })
    const { cartId, paymentMethodId, priceGroupId } = placing
    await giveCode(clerk, cartId, 'LINES')
    const preview = (await clerk.get(`/carts/${cartId}`, { paymentMethodId, priceGroupId })).body as Cart
    own.clock.advance(60)
    expect((await clerk.post('/payments', placing)).status).toBe(200)

    const order = await clerk.readOrder(cartId)
    expectExact({ ...order, discount: order.discount ?? 0, discountTotal: order.discountTotal ?? 0 })
    for (const field of [
      ...([
        'subTotal',
        'shippingTotal',
        'paymentTotal',
        'discount',
        'discountTotal',
        'tax',
        'orderTotal',
      ] as const),
      'discounts' as const,
    ]) {
      expect(order[field], field).toStrictEqual(preview[field])
    }
    expect(
      order.orderLines.map(({ discounts, unitDiscount, discount }) => ({
        discounts,
        unitDiscount,
        discount,
      })),
    ).toStrictEqual(
      preview.orderLines.map(({ discounts, unitDiscount, discount }) => ({
        discounts,
        unitDiscount,
        discount,
      })),
    )
    expect(order.shipments[0]?.shipmentDiscount).toBe(preview.shipments[0]?.shipmentDiscount)
    expect(order.payments[0]?.amount).toBe(order.orderTotal)
    expect(await faultsOf(own)).toStrictEqual([])

    await inDatabase(own.dataDir, async (db) => {
      await db.updateTable('campaigns').set({ valid_to: '2020-01-01T00:00:00.000Z' }).execute()
      await db.updateTable('campaign_texts').set({ name: 'Another' }).execute()
    })
    expect(await clerk.readOrder(cartId)).toStrictEqual(order)
    const other = { ...placing, paymentMethodId: await clerk.paymentMethod() }
    expect((await clerk.post('/payments', other)).status).toBe(200)
    const repaid = await clerk.readOrder(cartId)
    expect(repaid.discounts).toStrictEqual(order.discounts)
    expect(cents(repaid.orderTotal)).toBe(cents(order.orderTotal) - cents(order.paymentTotal))
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it('may leave nothing to pay', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    await aCampaign(own, { off: { EUR: 100_000 }, target: 'order' })
    const { order, paymentId } = await clerk.anOrder({ payment: 'Cash' })
    expect(order).toMatchObject({ orderTotal: 0, payments: [{ amount: 0 }] })
    expect(cents(order.discount)).toBe(cents(order.subTotal) + cents(order.shippingTotal))
    expect((await clerk.post(`/payments/${paymentId}/capture`)).status).toBe(200)
    expect(await faultsOf(own)).toStrictEqual([])
  })

  it('are reckoned anew in a copy: what runs today, without the codes', async () => {
    const own = await generousShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    await giveCode(clerk, placing.cartId, 'LINES')
    await clerk.post('/payments', placing)
    const { cartId } = (await clerk.post(`/orders/${placing.cartId}/cart`)).ok(CreateCartAnswer)
    const copy = await clerk.readCart(cartId)
    expectExact(copy)
    expect(copy.orderLines.map((line) => line.unitDiscount)).toStrictEqual([0, 0])
    expect(copy.discounts).toMatchObject([
      { campaignName: 'Delivery', amountOffTotal: 3.18 },
      { campaignName: 'Order', amountOffTotal: 3 },
    ])
  })

  const raiseParts = (db: WriteDb, target: 'lines' | 'shipping') =>
    db
      .updateTable('order_discounts')
      .set((eb) => ({ amount: eb('amount', '+', 1) }))
      .where('target', '=', target)

  it.each<[what: string, change: (db: WriteDb) => { execute(): Promise<unknown> }, text: RegExp]>([
    ['a part of a line', (db) => raiseParts(db, 'lines'), /the discount of .* is/],
    ['a part of the shipment', (db) => raiseParts(db, 'shipping'), /the discount of the shipment/],
    [
      'a part of the order',
      (db) => db.deleteFrom('order_discounts').where('target', '=', 'order'),
      /the discount of the order/,
    ],
    [
      'a unit’s discount',
      (db) => db.updateTable('order_lines').set((eb) => ({ unit_discount: eb('unit_discount', '+', 1) })),
      /the discount of .* is/,
    ],
    [
      'the order’s discount',
      (db) => db.updateTable('orders').set((eb) => ({ discount: eb('discount', '+', 1) })),
      /orderTotal/,
    ],
    [
      'the discount total',
      (db) => db.updateTable('orders').set((eb) => ({ discount_total: eb('discount_total', '+', 1) })),
      /discountTotal/,
    ],
    [
      'the tax of the shipment',
      (db) => db.updateTable('orders').set((eb) => ({ shipment_tax: eb('shipment_tax', '+', 1) })),
      /the tax of the shipment/,
    ],
  ])('are checked: %s changed by a cent is found', async (_what, change, text) => {
    const own = await generousShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    await giveCode(clerk, placing.cartId, 'LINES')
    await clerk.post('/payments', placing)
    expect(await faultsOf(own)).toStrictEqual([])
    await inDatabase(own.dataDir, async (db) => change(db).execute())
    expect(await faultsOf(own)).toContainEqual(expect.stringMatching(text))
  })
})

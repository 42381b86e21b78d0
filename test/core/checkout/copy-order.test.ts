import { describe, expect, it } from 'vitest'
import { CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { inDatabase } from '../../support/data.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

describe('copying an order to a new cart (extension)', () => {
  it('takes goods with their properties, customer and billing address; the delivery is chosen anew', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ cultureCode: 'da-DK', quantities: [2, 5] })
    await clerk.addLine(placing.cartId, undefined, { customProperties: [{ key: 'engraving', value: 'Ida' }] })
    await clerk.post('/payments', placing)
    const order = await clerk.readOrder(placing.cartId)

    const answer = await clerk.post(`/orders/${order.id}/cart`)
    const { cartId } = answer.ok(CreateCartAnswer)
    expect(answer.body).toStrictEqual({ cartId })
    expect(cartId).not.toBe(order.id)
    const cart = await clerk.readCart(cartId)
    expect(cart).toMatchObject({
      cultureCode: 'da-DK',
      billingCurrency: order.billingCurrency,
      customer: order.customer,
      subTotal: order.subTotal,
      shipments: [],
      shippingTotal: 0,
    })
    const { country: _, id: __, ...address } = order.billingAddress
    expect(cart.billingAddress).toMatchObject(address)
    expect(
      cart.orderLines.map(({ sku, variantSku, quantity }) => ({ sku, variantSku, quantity })),
    ).toStrictEqual(order.orderLines.map(({ sku, variantSku, quantity }) => ({ sku, variantSku, quantity })))
    expect(cart.orderLines[2]?.customProperties).toMatchObject([{ key: 'engraving', value: 'Ida' }])
    expect(await clerk.readOrder(order.id)).toStrictEqual(order)
  })

  it('sells at the prices of today', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order } = await clerk.anOrder()
    await inDatabase(own.dataDir, async (db) =>
      db
        .updateTable('prices')
        .set((eb) => ({ amount: eb('amount', '+', 100) }))
        .execute(),
    )
    const { cartId } = (await clerk.post(`/orders/${order.id}/cart`)).ok(CreateCartAnswer)
    const lines = (await clerk.readCart(cartId)).orderLines
    expect(lines.map(({ price }) => price)).toStrictEqual(
      order.orderLines.map(({ price }) => Math.round((price + 1) * 100) / 100),
    )
  })

  it('of goods that are no longer sold is refused and leaves no half cart', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order } = await clerk.anOrder()
    await inDatabase(own.dataDir, async (db) => db.deleteFrom('prices').execute())
    const before = await clerk.openCarts()
    expect((await clerk.post(`/orders/${order.id}/cart`)).refused('BadRequest')[0]).toContain('no price')
    expect(await clerk.openCarts()).toStrictEqual(before)
  })

  it('that does not exist, or is another store’s, is not found', async () => {
    const clerk = await shop().as('staff')
    const uptown = await shop().as('staff', 'uptown')
    const { order } = await clerk.anOrder()
    for (const id of ['0199a0b0-0000-7000-8000-00000000ffff', order.id]) {
      expect((await uptown.post(`/orders/${id}/cart`)).refused('NotFound')).toHaveLength(1)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { CartPriceGroupsAnswer, CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import { CopyOrderAnswer } from '../../../core/after-sales/copy-order.schema.ts'
import { ManagedPriceGroup } from '../../../core/price-groups/manage/price-group.schema.ts'
import { ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import { inDatabase } from '../../support/data.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

describe('copying an order to a new cart (extension)', () => {
  it('takes goods with their properties, customer, addresses and delivery; what is of the one order stays with it', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ cultureCode: 'da-DK', quantities: [2, 5] })
    await clerk.addLine(placing.cartId, undefined, { customProperties: [{ key: 'engraving', value: 'Ida' }] })
    await clerk.setShipping(placing.cartId, 'Home delivery')
    await clerk.post(`/carts/${placing.cartId}/properties`, { key: 'purchase order', value: '4711' })
    await clerk.patch(`/carts/${placing.cartId}`, { note: 'Rings twice' })
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
      shippingTotal: order.shippingTotal,
      customProperties: [],
      note: null,
    })
    const { country: _, id: __, ...address } = order.billingAddress
    expect(cart.billingAddress).toMatchObject(address)
    const [shipment] = order.shipments
    const { country: ___, id: ____, ...destination } = shipment?.shipmentAddress ?? { id: '', country: '' }
    expect(cart.shipments).toMatchObject([
      { shipmentName: shipment?.shipmentName, shipmentAddress: destination },
    ])
    expect(
      cart.orderLines.map(({ sku, variantSku, quantity }) => ({ sku, variantSku, quantity })),
    ).toStrictEqual(order.orderLines.map(({ sku, variantSku, quantity }) => ({ sku, variantSku, quantity })))
    expect(cart.orderLines[2]?.customProperties).toMatchObject([{ key: 'engraving', value: 'Ida' }])
    expect(await clerk.readOrder(order.id)).toStrictEqual(order)
  })

  it('is in the store’s own language where that of the order has been dropped', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
    const cultures = store?.cultures ?? []
    const path = `/manage/stores/${store?.id}`
    expect((await manager.patch(path, { cultures: [...cultures, 'sv-SE'] })).status).toBe(200)
    const { order } = await manager.anOrder({ cultureCode: 'sv-SE' })
    expect(order.cultureCode).toBe('sv-SE')
    expect((await manager.patch(path, { cultures })).status).toBe(200)
    const { cartId } = (await manager.post(`/orders/${order.id}/cart`)).ok(CreateCartAnswer)
    const copy = await manager.readCart(cartId)
    expect(copy).toMatchObject({ cultureCode: cultures[0], orderTotal: order.orderTotal })
    expect(copy.shipments).toHaveLength(1)
    expect(copy.orderLines).toHaveLength(order.orderLines.length)
  })

  it('keeps apart what stands twice in the order: together it may be more than goes on one line', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ shipping: null, quantities: [] })
    const [product] = await clerk.products({ maxItems: 1 })
    for (const quantity of [700_000, 400_000])
      await clerk.addLine(placing.cartId, product, { quantity, addToExistingOrderline: false })
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    const { cartId } = (await clerk.post(`/orders/${placing.cartId}/cart`)).ok(CreateCartAnswer)
    const { orderLines } = await clerk.readCart(cartId)
    expect(orderLines.map(({ quantity }) => quantity)).toStrictEqual([700_000, 400_000])
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
    const [first, second] = order.orderLines
    expect((await clerk.post(`/orders/${order.id}/cart`)).refused('BadRequest')).toStrictEqual([
      `${first?.productName} has no price in its price group any more`,
      `${second?.productName} has no price in its price group any more`,
    ])
    expect(await clerk.openCarts()).toStrictEqual(before)
  })

  it('takes what is still sold, and names the rest with the reason', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const { order } = await manager.anOrder({ quantities: [1, 2, 3] })
    const [retired, unpriced, sold] = order.orderLines
    if (!retired || !unpriced || !sold) throw new Error('The order has three lines.')
    await inDatabase(own.dataDir, async (db) => {
      const variantOf = ({ id }: { id: string }) =>
        db.selectFrom('order_lines').select('variant_id').where('id', '=', id)
      await db.updateTable('variants').set({ is_retired: 1 }).where('id', '=', variantOf(retired)).execute()
      await db.deleteFrom('prices').where('variant_id', '=', variantOf(unpriced)).execute()
    })
    const answer = await manager.post(`/orders/${order.id}/cart`)
    const { cartId, leftOut } = answer.ok(CopyOrderAnswer)
    expect(leftOut).toStrictEqual([
      {
        lineId: retired.id,
        quantity: 1,
        text: `${retired.productName} is not sold any more`,
        code: 'copy.not-sold',
        values: { name: retired.productName },
      },
      {
        lineId: unpriced.id,
        quantity: 2,
        text: `${unpriced.productName} has no price in its price group any more`,
        code: 'copy.no-price',
        values: { name: unpriced.productName },
      },
    ])
    const { orderLines, subTotal } = await manager.readCart(cartId)
    expect(orderLines.map(({ sku, quantity }) => [sku, quantity])).toStrictEqual([[sold.sku, 3]])
    expect(subTotal).toBe(sold.total)
  })

  it('finds goods by what they are, though they have another number and catalog by now', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const { order } = await manager.anOrder({ quantities: [2] })
    const [line] = order.orderLines
    const catalogId = (await manager.post('/manage/catalogs', { names: { 'en-GB': 'Old stock' } })).body as {
      id: string
    }
    await inDatabase(own.dataDir, async (db) =>
      db
        .updateTable('products')
        .set({ sku: 'RENAMED', catalog_id: catalogId.id })
        .where('sku', '=', line?.sku ?? '')
        .execute(),
    )
    const { cartId, leftOut } = (await manager.post(`/orders/${order.id}/cart`)).ok(CopyOrderAnswer)
    expect(leftOut).toBeUndefined()
    expect((await manager.readCart(cartId)).orderLines).toMatchObject([{ sku: 'RENAMED', quantity: 2 }])
  })

  it('of a price group that is offered no more is sold in the best that is valid for the customer', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const { order } = await manager.anOrder({ quantities: [2] })
    const priceGroupId = await manager.priceGroup()
    await inDatabase(own.dataDir, async (db) =>
      db.updateTable('price_groups').set({ state: 'retired' }).where('id', '=', priceGroupId).execute(),
    )
    const { cartId } = (await manager.post(`/orders/${order.id}/cart`)).ok(CopyOrderAnswer)
    const [line] = (await manager.readCart(cartId)).orderLines
    const best = (await manager.get(`/carts/${cartId}/price-groups`)).body as {
      priceGroups: { id: string; valid: boolean }[]
    }
    expect(line?.priceGroupId).not.toBe(priceGroupId)
    expect(best.priceGroups.find(({ id }) => id === line?.priceGroupId)?.valid).toBe(true)
  })

  it('of a price group whose hours are over is sold in the best that is valid, as what is added to a cart', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const offered = await manager.priceGroup()
    const body = { names: { 'en-GB': 'For a day' }, currency: 'EUR', basePriceGroupId: offered }
    const { id: priceGroupId } = (await manager.post('/manage/price-groups', body)).ok(ManagedPriceGroup)
    const { order } = await manager.anOrder({ quantities: [2], priceGroup: 'For a day' })
    const [sold] = (await manager.readCart(order.id)).orderLines
    expect(sold?.priceGroupId).toBe(priceGroupId)
    const path = `/manage/price-groups/${priceGroupId}`
    const over = { kind: 'timeWindow', parameters: { to: ['2020-01-01T00:00Z'] } }
    expect((await manager.patch(path, { criteria: [over] })).status).toBe(200)
    const { cartId, leftOut } = (await manager.post(`/orders/${order.id}/cart`)).ok(CopyOrderAnswer)
    expect(leftOut).toBeUndefined()
    const copy = await manager.readCart(cartId)
    const { priceGroups } = (await manager.get(`/carts/${cartId}/price-groups`)).ok(CartPriceGroupsAnswer)
    const valid = priceGroups.filter((group) => group.valid).map(({ id }) => id)
    expect(valid).not.toContain(priceGroupId)
    expect(valid).toContain(copy.orderLines[0]?.priceGroupId)
  })

  it('leaves a delivery that is offered no more to be chosen anew, and says so', async () => {
    const own = await openShop()
    const manager = await own.as('admin')
    const { order } = await manager.anOrder({ quantities: [2], shipping: 'Home delivery' })
    const methodId = await manager.shippingMethod('Home delivery')
    expect((await manager.delete(`/manage/shipping-methods/${methodId}`)).status).toBe(200)
    const { cartId, leftOut } = (await manager.post(`/orders/${order.id}/cart`)).ok(CopyOrderAnswer)
    expect(leftOut).toStrictEqual([
      {
        text: 'Home delivery does not deliver there any more',
        code: 'copy.no-delivery',
        values: { name: 'Home delivery' },
      },
    ])
    const copy = await manager.readCart(cartId)
    expect(copy.shipments).toStrictEqual([])
    expect(copy.orderLines).toHaveLength(1)
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

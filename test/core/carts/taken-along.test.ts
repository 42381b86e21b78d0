import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import {
  CartPriceGroupsAnswer,
  CartsAnswer,
  CreateCartAnswer,
  type Cart,
} from '../../../core/carts/cart.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { ManagedStore, ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { openShop } from '../../support/shop.ts'

const Made = Type.Object({ id: Type.String() })
const COLLECTION = 'Collection in the shop'

/** A shop whose walk-ins take the goods along. */
async function openCounter() {
  const shop = await openShop()
  const manager = await shop.as('admin')
  const clerk = await shop.as('staff')
  const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
  const walkInShippingMethodId = await clerk.shippingMethod(COLLECTION)
  const set = async (change: object) =>
    (await manager.patch(`/manage/stores/${store?.id}`, change)).ok(ManagedStore)
  await set({ walkInShippingMethodId })
  return { shop, manager, clerk, set, walkInShippingMethodId }
}

const begin = async (clerk: Clerk, more: object = {}): Promise<string> => {
  const body = { cultureCode: 'en-GB', currency: 'EUR', draft: true, ...more }
  return (await clerk.post('/carts', body)).ok(CreateCartAnswer).cartId
}
const methodsOf = ({ shipments }: Cart): string[] => shipments.map(({ shippingMethod }) => shippingMethod.id)

describe('what a walk-in takes along (extension)', () => {
  it('is collected as the store says from the moment on in which the cart is a walk-in’s, and sold so at once', async () => {
    const { clerk, walkInShippingMethodId } = await openCounter()
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    await clerk.patch(`/carts/${cartId}`, { walkIn: true })
    const cart = await clerk.readCart(cartId)
    expect(cart.shipments).toMatchObject([
      {
        shippingMethod: { id: walkInShippingMethodId, name: COLLECTION },
        shipmentName: COLLECTION,
        shipmentAddress: { firstName: '', line1: '', country: { name: 'Denmark' } },
      },
    ])
    const placing = { cartId, paymentMethodId: await clerk.paymentMethod(), cultureCode: 'en-GB' }
    const priceGroupId = await clerk.priceGroup()
    const expectedTotal = cart.orderTotal
    expect((await clerk.post('/payments', { ...placing, priceGroupId, expectedTotal })).status).toBe(200)
    expect((await clerk.readOrder(cartId)).shipments[0]?.shipmentName).toBe(COLLECTION)
  })

  it('is so in a cart that begins as a walk-in’s, which stays in no list before something is in it', async () => {
    const { clerk, shop, walkInShippingMethodId } = await openCounter()
    const cartId = await begin(clerk, { walkIn: true })
    const cart = await clerk.readCart(cartId)
    expect(cart).toMatchObject({ walkIn: true, customer: null, orderLines: [], orderTotal: 0 })
    expect(methodsOf(cart)).toStrictEqual([walkInShippingMethodId])
    const listed = async () =>
      (await clerk.get('/carts', { state: 'open' })).ok(CartsAnswer).carts.map(({ id }) => id)
    expect(await listed()).not.toContain(cartId)
    await clerk.addLine(cartId)
    expect(await listed()).toContain(cartId)
    // Nothing that a program begins is anything else than it says.
    expect(await clerk.readCart(await begin(clerk))).toMatchObject({ shipments: [], billingAddress: null })
    const client = await shop.as('storefront')
    const refused = await client.post('/carts', { cultureCode: 'en-GB', currency: 'EUR', walkIn: true })
    expect(refused.refused('Forbidden')).toHaveLength(1)
  })

  it('costs what the method costs in the group that the goods are sold at, and nothing changes that by itself', async () => {
    const { clerk, manager, walkInShippingMethodId } = await openCounter()
    const path = `/manage/shipping-methods/${walkInShippingMethodId}`
    const priceGroupId = await clerk.priceGroup()
    await manager.patch(path, { prices: [{ priceGroupId, amount: 2 }] })
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    await clerk.patch(`/carts/${cartId}`, { walkIn: true })
    const [shipment] = (await clerk.readCart(cartId)).shipments
    expect(shipment?.shipmentPrice).toBe(2)
    await manager.patch(path, { prices: [{ priceGroupId, amount: 3 }] })
    await clerk.addLine(cartId)
    expect((await clerk.readCart(cartId)).shipments[0]?.shipmentPrice).toBe(2)
  })

  it('leaves what is chosen already, and what is taken away again', async () => {
    const { clerk } = await openCounter()
    const { cartId } = await clerk.aCartReadyToPlace({ shipping: 'Home delivery' })
    await clerk.patch(`/carts/${cartId}`, { walkIn: true })
    expect(methodsOf(await clerk.readCart(cartId))).toStrictEqual([
      await clerk.shippingMethod('Home delivery'),
    ])
    const other = await begin(clerk, { walkIn: true })
    expect((await clerk.delete(`/carts/${other}/shipping`)).status).toBe(200)
    await clerk.patch(`/carts/${other}`, { walkIn: true, note: 'Waits outside' })
    expect(methodsOf(await clerk.readCart(other))).toStrictEqual([])
  })

  it('stays collected where the walk-in gives a name or is somebody the shop knows', async () => {
    const { clerk, walkInShippingMethodId } = await openCounter()
    const [customer] = (await clerk.get('/customers', { maxItems: 1 })).ok(CustomersAnswer).customers
    const ends: readonly ((cartId: string) => Promise<unknown>)[] = [
      async (id) => clerk.patch(`/carts/${id}`, { customerId: customer?.id }),
      async (id) => clerk.setBilling(id),
      async (id) => clerk.patch(`/carts/${id}`, { walkIn: false }),
    ]
    for (const end of ends) {
      const cartId = await begin(clerk, { walkIn: true })
      await end(cartId)
      const cart = await clerk.readCart(cartId)
      expect(cart).not.toHaveProperty('walkIn')
      expect(methodsOf(cart)).toStrictEqual([walkInShippingMethodId])
    }
  })

  it('is left to be chosen where the method is retired, delivers by now, or does not serve the country or the group', async () => {
    const { clerk, manager, walkInShippingMethodId } = await openCounter()
    const path = `/manage/shipping-methods/${walkInShippingMethodId}`
    const before = (await manager.get(path)).body as object
    const changes = [{ state: 'retired' }, { delivers: true }, { countries: ['SE'] }, { prices: [] }]
    for (const change of changes) {
      await manager.patch(path, change)
      expect(
        methodsOf(await clerk.readCart(await begin(clerk, { walkIn: true }))),
        JSON.stringify(change),
      ).toEqual([])
      await manager.patch(path, before)
      expect(methodsOf(await clerk.readCart(await begin(clerk, { walkIn: true })))).toHaveLength(1)
    }
  })

  it('keeps nobody from a price group that the method has no price in: there the delivery is chosen anew', async () => {
    const { clerk, manager, set, walkInShippingMethodId } = await openCounter()
    const path = `/manage/shipping-methods/${walkInShippingMethodId}`
    const own = { names: { 'en-GB': 'Friends' }, currency: 'EUR' }
    const friends = (await manager.post('/manage/price-groups', own)).ok(Made).id
    const cartId = await begin(clerk, { walkIn: true })
    const offered = async () => {
      const answer = await clerk.get(`/carts/${cartId}/price-groups`)
      return answer.ok(CartPriceGroupsAnswer).priceGroups.find(({ id }) => id === friends)?.orderTotal
    }
    expect(((await manager.get(path)).body as { prices: object[] }).prices).not.toContainEqual(
      expect.objectContaining({ priceGroupId: friends }),
    )
    expect(await offered()).toBe(0)
    await set({ walkInShippingMethodId: null })
    // As any other that a clerk has chosen.
    expect(await offered()).toBeNull()
    await set({ walkInShippingMethodId })
    expect((await clerk.patch(`/carts/${cartId}`, { priceGroupId: friends })).status).toBe(200)
    expect(await clerk.readCart(cartId)).toMatchObject({ walkIn: true, shipments: [] })
  })

  it('is in the group that comes with the walk-in, or else the best without regard to what it costs there', async () => {
    const { clerk, manager, walkInShippingMethodId } = await openCounter()
    const [first, ...others] = await groupsOf(clerk, await begin(clerk))
    const season = await clerk.priceGroup('Season, EUR')
    const priceOf = (id: string): number => (id === first?.id ? 5 : id === season ? 4 : 1)
    const prices = [first, ...others].map((group) => ({
      priceGroupId: group?.id ?? '',
      amount: priceOf(group?.id ?? ''),
    }))
    await manager.patch(`/manage/shipping-methods/${walkInShippingMethodId}`, { prices })
    // The group that the goods are sold at is no other one because it is dearer to collect there.
    const cartId = await begin(clerk, { walkIn: true })
    expect((await clerk.readCart(cartId)).shipments[0]?.shipmentPrice).toBe(5)
    expect((await groupsOf(clerk, cartId))[0]?.id).toBe(first?.id)

    const named = await begin(clerk)
    await clerk.patch(`/carts/${named}`, { walkIn: true, priceGroupId: season })
    expect((await clerk.readCart(named)).shipments[0]?.shipmentPrice).toBe(4)
    const filled = await begin(clerk)
    await clerk.addLine(filled, undefined, {}, 'Season, EUR')
    await clerk.patch(`/carts/${filled}`, { walkIn: true })
    expect((await clerk.readCart(filled)).shipments[0]?.shipmentPrice).toBe(4)
  })

  it('is in a copy of an order by a walk-in that had no delivery, too', async () => {
    const { clerk, set, walkInShippingMethodId } = await openCounter()
    await set({ walkInShippingMethodId: null })
    const placing = await clerk.aCartReadyToPlace({ shipping: null })
    await clerk.patch(`/carts/${placing.cartId}`, { walkIn: true })
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    await set({ walkInShippingMethodId })
    const { cartId } = (await clerk.post(`/orders/${placing.cartId}/cart`)).ok(CreateCartAnswer)
    expect(methodsOf(await clerk.readCart(cartId))).toStrictEqual([walkInShippingMethodId])
  })

  it('comes back without a receipt as any goods do', async () => {
    const { clerk, manager } = await openCounter()
    const cartId = await begin(clerk, { walkIn: true })
    await clerk.addLine(cartId)
    const body = { cartId, paymentMethodId: await clerk.paymentMethod(), reason: 'No receipt' }
    expect((await manager.post('/returns', body)).status).toBe(200)
  })
})

const groupsOf = async (clerk: Clerk, cartId: string) =>
  (await clerk.get(`/carts/${cartId}/price-groups`)).ok(CartPriceGroupsAnswer).priceGroups

import { describe, expect, it } from 'vitest'
import { Cart, CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { CartEventsAnswer } from '../../../core/carts/cart-event.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

const found = async (clerk: Clerk, search: string) =>
  (await clerk.get('/carts', { search })).ok(CartsAnswer).carts
const read = async (clerk: Clerk, cartId: string) => (await clerk.get(`/carts/${cartId}`)).ok(Cart)

describe('a cart that is parked under a name', () => {
  it('shows it, is found by its words, and is nameless again where the name is empty', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    expect(await read(clerk, cartId)).not.toHaveProperty('name')
    const name = 'Blue tent, gråbrødre plads'
    expect((await clerk.patch(`/carts/${cartId}`, { name })).status).toBe(200)
    expect((await read(clerk, cartId)).name).toBe(name)
    for (const search of ['blue tent', 'GRÅBRØDRE', cartId]) {
      expect(await found(clerk, search)).toMatchObject([{ id: cartId, name, customerName: null }])
    }
    expect(await found(clerk, 'blue house')).toStrictEqual([])

    // The customer's words count beside it.
    const { customers } = (await clerk.get('/customers')).ok(CustomersAnswer)
    await clerk.patch(`/carts/${cartId}`, { customerId: customers[0]?.id })
    expect(await found(clerk, `tent ${customers[0]?.lastName ?? ''}`)).toMatchObject([{ id: cartId, name }])
    await clerk.patch(`/carts/${cartId}`, { name: ' ' })
    expect(await read(clerk, cartId)).not.toHaveProperty('name')
    expect(await found(clerk, 'blue tent')).toStrictEqual([])
  })

  it('is named by staff, within bounds, and a name reopens no order', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const long = await clerk.patch(`/carts/${cartId}`, { name: 'n'.repeat(513) })
    expect(long.faultyFields('BadRequest')).toStrictEqual(['name'])
    const storefront = await shop().as('storefront')
    expect((await storefront.patch(`/carts/${cartId}`, { name: 'mine' })).status).toBe(403)
    const { order } = await clerk.anOrder()
    expect((await clerk.patch(`/carts/${order.id}`, { name: 'late' })).status).toBe(200)
    expect((await clerk.readOrder(order.id)).orderStatus.name).toBe('New order')
  })
})

describe('what was set of a cart is taken off again', () => {
  it('billing address and delivery, as if they had never been set', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    await clerk.addLine(cartId)
    const before = await read(clerk, cartId)
    await clerk.setBilling(cartId)
    await clerk.setShipping(cartId, 'Home delivery')
    expect((await read(clerk, cartId)).orderTotal).toBeGreaterThan(before.orderTotal)
    expect(await found(clerk, cartId)).toMatchObject([{ customerName: 'Ida Møller' }])
    expect((await clerk.delete(`/carts/${cartId}/shipping`)).status).toBe(200)
    expect((await clerk.delete(`/carts/${cartId}/billing-address`)).status).toBe(200)
    expect(await read(clerk, cartId)).toStrictEqual(before)
    expect(await found(clerk, cartId)).toMatchObject([{ customerName: null }])
    const { events } = (await clerk.get(`/carts/${cartId}/events`)).ok(CartEventsAnswer)
    expect(events.slice(-2).map(({ kind }) => kind)).toStrictEqual([
      'shipping.removed',
      'billing-address.removed',
    ])
  })

  it('by staff, from a cart that exists, on sight of its version', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const storefront = await shop().as('storefront')
    const unknown = '00000000-0000-7000-8000-000000000000'
    for (const what of ['shipping', 'billing-address']) {
      expect((await storefront.delete(`/carts/${cartId}/${what}`)).status).toBe(403)
      expect((await clerk.delete(`/carts/${unknown}/${what}`)).refused('NotFound')).toHaveLength(1)
      const stale = await clerk.delete(`/carts/${cartId}/${what}`, { headers: { 'if-match': '"99"' } })
      expect(stale.status).toBe(409)
    }
  })

  it('on sight of one of several versions, or of any', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const change = async (ifMatch: string, note: string) =>
      clerk.patch(`/carts/${cartId}`, { note }, { headers: { 'if-match': ifMatch } })
    expect((await change('"98", "99"', 'Two')).status).toBe(409)
    expect((await change('"99",W/"1"', 'Two')).status).toBe(409)
    expect((await change('"99", "1"', 'Two')).status).toBe(200)
    expect((await change('"99", *', 'Three')).status).toBe(200)
  })
})

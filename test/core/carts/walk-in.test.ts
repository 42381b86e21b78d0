import { describe, expect, it } from 'vitest'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { walkInCustomer } from '../../../core/customers/walk-in-customer.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { getStore } from '../../../core/stores/store.repository.ts'
import { Store } from '../../../core/stores/store.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import { ownShop } from '../../support/own-shop.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

async function place(clerk: Clerk, cartId: string): Promise<void> {
  const answer = await clerk.post('/payments', {
    cartId,
    paymentMethodId: await clerk.paymentMethod(),
    priceGroupId: await clerk.priceGroup(),
    cultureCode: 'en-GB',
  })
  answer.ok(PlaceOrderAnswer)
}

async function aWalkIn(clerk: Clerk): Promise<string> {
  const cartId = await clerk.aCart()
  await clerk.addLine(cartId)
  expect((await clerk.patch(`/carts/${cartId}`, { walkIn: true })).status).toBe(200)
  return cartId
}

describe('a walk-in who collects', () => {
  it('gives nothing: the cart has the store’s own country and a bill without a name', async () => {
    const clerk = await shop().as('staff')
    const cart = await clerk.readCart(await aWalkIn(clerk))
    const { defaultCountryId } = (await clerk.get('/store')).ok(Store)
    expect(cart).toMatchObject({ walkIn: true, customer: null })
    expect(cart.billingAddress).toMatchObject({
      firstName: '',
      lastName: '',
      companyName: null,
      line1: '',
      city: '',
      postalCode: '',
      emailAddress: null,
      country: { id: defaultCountryId },
    })
  })

  it('is on papers without whoever the order was for before, in the shipment, too', async () => {
    const clerk = await shop().as('staff')
    const { cartId } = await clerk.aCartReadyToPlace({ shipping: 'Collection in the shop' })
    const before = await clerk.readCart(cartId)
    expect(before.shipments[0]?.shipmentAddress).toMatchObject({ firstName: 'Ida' })
    await clerk.patch(`/carts/${cartId}`, { walkIn: true })
    await place(clerk, cartId)
    const { shipments } = await clerk.readOrder(cartId)
    expect(shipments[0]).toMatchObject({
      shipmentName: before.shipments[0]?.shipmentName,
      shipmentAddress: {
        ...{ firstName: '', lastName: '', line1: '', city: '', postalCode: '' },
        ...{ emailAddress: null, mobilePhoneNumber: null, phoneNumber: null, companyName: null },
        country: { id: before.shipments[0]?.shipmentAddress.country.id },
      },
    })
  })

  it('is one customer of the store, however many come, and found as such', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const ids = [await aWalkIn(clerk), await aWalkIn(clerk)]
    for (const id of ids) await place(clerk, id)
    const orders = await Promise.all(ids.map(async (id) => clerk.readOrder(id)))
    expect(orders[0]?.customer).toMatchObject({
      firstName: '',
      lastName: 'Walk-in customer',
      emailAddress: null,
    })
    expect(orders[1]?.customer).toStrictEqual(orders[0]?.customer)
    const found = (await clerk.get('/customers', { search: 'walk-in' })).ok(CustomersAnswer).customers
    expect(found.map(({ id }) => id)).toStrictEqual([orders[0]?.customer.id])

    const again = (await clerk.post(`/orders/${ids[0] ?? ''}/cart`)).body as { cartId: string }
    expect(await clerk.readCart(again.cartId)).toMatchObject({ walkIn: true, customer: null })
  })

  it('has a name in the language of the shop', async () => {
    const named: Record<string, string> = {}
    for (const cultureCode of ['da-DK', 'de-AT', 'ja-JP', 'sv-SE']) {
      const { beside, storeId } = await ownShop({ cultureCode })
      const customer = await beside(async (engine) =>
        engine.transact(async (db) => {
          const store = await getStore(db, storeId)
          return walkInCustomer(db, store, new Date())
        }),
      )
      named[cultureCode] = customer.last_name
    }
    expect(named).toStrictEqual({
      'da-DK': 'Kunde i butikken',
      'de-AT': 'Laufkundschaft',
      'ja-JP': '店頭のお客様',
      'sv-SE': 'Walk-in customer',
    })
  })

  it('is none any more with a customer, a name on the bill, or `walkIn` false', async () => {
    const clerk = await shop().as('staff')
    const [customer] = (await clerk.get('/customers', { maxItems: 1 })).ok(CustomersAnswer).customers
    const ends: Record<string, (cartId: string) => Promise<unknown>> = {
      customer: async (id) => clerk.patch(`/carts/${id}`, { customerId: customer?.id }),
      name: async (id) => clerk.setBilling(id),
      company: async (id) => clerk.setBilling(id, { firstName: '', lastName: '', companyName: 'Kajen ApS' }),
      said: async (id) => clerk.patch(`/carts/${id}`, { walkIn: false }),
    }
    for (const [what, end] of Object.entries(ends)) {
      const cartId = await aWalkIn(clerk)
      await end(cartId)
      expect(await clerk.readCart(cartId), what).not.toHaveProperty('walkIn')
    }
  })

  it('stays one where the bill gets another country', async () => {
    const clerk = await shop().as('staff')
    const cartId = await aWalkIn(clerk)
    await clerk.post(`/carts/${cartId}/billing-address`, { countryId: await clerk.country('Germany') })
    expect(await clerk.readCart(cartId)).toMatchObject({
      walkIn: true,
      billingAddress: { country: { name: 'Germany' } },
    })
  })

  it('takes the cart from its customer, and cannot be one at the same time', async () => {
    const clerk = await shop().as('staff')
    const cartId = await clerk.aCart()
    const [customer] = (await clerk.get('/customers', { maxItems: 1 })).ok(CustomersAnswer).customers
    await clerk.patch(`/carts/${cartId}`, { customerId: customer?.id })
    const both = await clerk.patch(`/carts/${cartId}`, { customerId: customer?.id, walkIn: true })
    expect(both.faultyFields('BadRequest')).toStrictEqual(['walkIn'])
    await clerk.patch(`/carts/${cartId}`, { walkIn: true })
    expect(await clerk.readCart(cartId)).toMatchObject({ walkIn: true, customer: null })
    const { carts } = (await clerk.get('/carts', { search: cartId })).ok(CartsAnswer)
    expect(carts).toMatchObject([{ customerName: null }])
  })

  it('is what is meant where the customer of all walk-ins is chosen', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace({ shipping: null })
    await clerk.patch(`/carts/${placing.cartId}`, { walkIn: true })
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    const { customer } = await clerk.readOrder(placing.cartId)

    const next = await clerk.aCartReadyToPlace({ shipping: null })
    expect((await clerk.patch(`/carts/${next.cartId}`, { customerId: customer.id })).status).toBe(200)
    const cart = await clerk.readCart(next.cartId)
    expect(cart).toMatchObject({ walkIn: true, customer: null })
    expect(cart.billingAddress).toMatchObject({ firstName: '', line1: '' })
    expect((await clerk.post('/payments', next)).status).toBe(200)
    expect((await clerk.readOrder(next.cartId)).customer.id).toBe(customer.id)
  })

  it('is for the counter to say', async () => {
    const client = await shop().as('storefront')
    const cartId = await client.aCart()
    for (const walkIn of [true, false]) {
      expect((await client.patch(`/carts/${cartId}`, { walkIn })).refused('Forbidden')).toHaveLength(1)
    }
  })
})

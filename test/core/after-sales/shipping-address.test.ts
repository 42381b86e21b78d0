import { describe, expect, it } from 'vitest'
import { Order, OrderEventsAnswer, OrdersAnswer } from '../../../core/orders/order.schema.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { changedTables, contentNow } from '../../support/data.ts'
import type { Clerk } from '../../support/clerk.ts'
import { sharedShop } from '../../support/shop.ts'

const shop = sharedShop()

const send = async (clerk: Clerk, orderId: string, fields: object = {}, beside: object = {}) => {
  const shippingAddress = await clerk.anAddress(fields)
  return clerk.post(`/orders/${orderId}/shipping-address`, { shippingAddress, ...beside })
}

const addressOf = (order: Order) => order.shipments[0]?.shipmentAddress

const eventsOf = async (clerk: Clerk, orderId: string, cultureCode?: string) =>
  (await clerk.get(`/orders/${orderId}/events`, { cultureCode }))
    .ok(OrderEventsAnswer)
    .events.filter(({ kind }) => kind === 'order.shipping-address')

const found = async (clerk: Clerk, search: string) =>
  (await clerk.get('/orders', { search })).ok(OrdersAnswer).orders.map(({ id }) => id)

describe('the delivery address of an order (extension)', () => {
  it('is another one, paid or not, and nothing else of the order is', async () => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`, {})
    const paid = await clerk.readOrder(order.id)
    const changed = (await send(clerk, order.id, { line1: 'Kastanievej 5', email: null })).ok(Order)
    const [shipment] = paid.shipments
    expect(changed).toStrictEqual({
      ...paid,
      shipments: [
        {
          ...shipment,
          shipmentAddress: {
            ...shipment?.shipmentAddress,
            id: expect.any(String) as string,
            line1: 'Kastanievej 5',
            emailAddress: null,
          },
        },
      ],
    })
    expect(addressOf(changed)?.id).not.toBe(addressOf(paid)?.id)
    expect(await clerk.readOrder(order.id)).toStrictEqual(changed)
  })

  it('is told in the history with what it was before, in the language that is asked for', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    await send(clerk, order.id, { line1: 'Kastanievej 5', companyName: 'Lyngsø A/S' })
    const reached = 'ida.moller@example.com, +45 20 12 34 56'
    const before = `Ida Møller, Havnegade 12, 9990 Skagen, Denmark, ${reached}`
    const now = `Lyngsø A/S, Ida Møller, Kastanievej 5, 9990 Skagen, Denmark, ${reached}`
    const [event, ...more] = await eventsOf(clerk, order.id)
    expect(more).toStrictEqual([])
    expect(event).toMatchObject({
      text: `Delivery address: ${now} (before: ${before})`,
      details: { shippingAddress: now, shippingAddressBefore: before },
    })
    const [inGerman] = await eventsOf(clerk, order.id, 'de-DE')
    expect(inGerman?.text).toBe(`Lieferadresse: ${now} (zuvor: ${before})`)
  })

  it('that has another phone number alone is told by both numbers', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    await send(clerk, order.id, { mobileNumber: '+45 30 00 00 01' })
    const [event] = await eventsOf(clerk, order.id)
    expect(event?.details?.shippingAddress).toContain('+45 30 00 00 01')
    expect(event?.details?.shippingAddressBefore).toContain('+45 20 12 34 56')
  })

  it('finds the order from then on, and the old one does not', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    await send(clerk, order.id, { firstName: 'Quillon', lastName: 'Vesterby' })
    expect(await found(clerk, 'Quillon Vesterby')).toStrictEqual([order.id])
    await send(clerk, order.id, { firstName: 'Tamsin', lastName: 'Østergård' })
    expect(await found(clerk, 'Quillon')).toStrictEqual([])
    expect(await found(clerk, 'Tamsin')).toStrictEqual([order.id])
    expect(await found(clerk, order.orderNumber)).toStrictEqual([order.id])
    // The name on the bill is found as before.
    expect(await found(clerk, 'Ida Møller')).toContain(order.id)
  })

  it('is the cart’s, too, in its next version, and stays when the order is opened again and placed anew', async () => {
    const clerk = await shop().as('staff')
    const { order, paymentId, placing } = await clerk.anOrder()
    const streetOf = async () => (await clerk.readCart(order.id)).shipments[0]?.shipmentAddress.line1
    const { etag = '' } = (await clerk.get(`/carts/${order.id}`)).headers
    await send(clerk, order.id, { line1: 'Kastanievej 5' })
    expect(await streetOf()).toBe('Kastanievej 5')
    expect((await clerk.get(`/carts/${order.id}`)).headers.etag).not.toBe(etag)
    // Whoever has lost the answer to placing it asks once more with what they saw.
    const again = await clerk.post('/payments', placing, { headers: { 'if-match': etag } })
    expect(again.ok(PlaceOrderAnswer).paymentId).toBe(paymentId)
    expect((await clerk.readOrder(order.id)).orderStatus.name).toBe('New order')

    await clerk.post(`/orders/${order.id}/reopen`, {})
    expect(await streetOf()).toBe('Kastanievej 5')
    await clerk.post('/payments', placing)
    expect(addressOf(await clerk.readOrder(order.id))?.line1).toBe('Kastanievej 5')
  })

  it('that a client sets to what it was before opens the order again, as any change of its cart', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    await send(clerk, order.id, { line1: 'Kastanievej 5' })
    await clerk.setShipping(order.id, 'Home delivery')
    expect(await clerk.readOrder(order.id)).toMatchObject({ orderStatus: { name: 'Reopened' } })
    expect((await clerk.readCart(order.id)).shipments[0]?.shipmentAddress.line1).toBe('Havnegade 12')
  })

  it('that is the same writes nothing', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    const before = await contentNow(shop().dataDir)
    expect((await send(clerk, order.id, { line2: ' ' })).ok(Order)).toStrictEqual(order)
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  })

  it('stays where the second of two has not seen what the first has made of it', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    const seen = { expectedAddressId: addressOf(order)?.id }
    const theirs = (await send(clerk, order.id, { line1: 'Kastanievej 5' }, seen)).ok(Order)
    const refused = await send(clerk, order.id, { line1: 'Lindevej 7' }, seen)
    expect(refused.faultyFields('Conflict')).toStrictEqual(['shippingAddress'])
    expect(refused.text).toContain('Kastanievej 5')
    expect(await clerk.readOrder(order.id)).toStrictEqual(theirs)
    const told = { expectedAddressId: addressOf(theirs)?.id }
    const mine = (await send(clerk, order.id, { line1: 'Lindevej 7' }, told)).ok(Order)
    expect(addressOf(mine)?.line1).toBe('Lindevej 7')
  })

  it('is whole, in the same country, and each field at fault is named', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    const refusedFields = async (fields: object) =>
      (await send(clerk, order.id, fields)).faultyFields('BadRequest')
    expect(await refusedFields({ firstName: '', lastName: null, line1: ' ', city: '' })).toStrictEqual([
      'shippingAddress.firstName',
      'shippingAddress.lastName',
      'shippingAddress.line1',
      'shippingAddress.city',
    ])
    expect(await refusedFields({ email: 'ida@', city: 'x'.repeat(513) })).toStrictEqual([
      'shippingAddress.city',
      'shippingAddress.email',
    ])
    const elsewhere = await send(clerk, order.id, { countryId: await clerk.country('Germany') })
    expect(elsewhere.faultyFields('BadRequest')).toStrictEqual(['shippingAddress.countryId'])
    expect(elsewhere.text).toContain('Denmark')
    const nowhere = await clerk.post(`/orders/${order.id}/shipping-address`, {})
    expect(nowhere.faultyFields('BadRequest')).toStrictEqual(['shippingAddress'])
    expect(await clerk.readOrder(order.id)).toStrictEqual(order)
  })

  it.each([
    ['reopened', 'reopen', 'Reopened'],
    ['cancelled', 'cancel', 'Cancelled'],
    ['completed', 'complete', 'Completed order'],
  ])('of an order that is %s is refused', async (_, step, state) => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder()
    if (step === 'complete') await clerk.post(`/payments/${paymentId}/capture`, {})
    await clerk.post(`/orders/${order.id}/${step}`, {})
    const [refusal] = (await send(clerk, order.id, { line1: 'Kastanievej 5' })).refused('Conflict')
    expect(refusal).toContain(`"${state}"`)
    expect(addressOf(await clerk.readOrder(order.id))).toStrictEqual(addressOf(order))
  })

  it('is refused where nothing is sent, to another store, and to those who may only look', async () => {
    const clerk = await shop().as('staff')
    const none = await clerk.anOrder({ shipping: null })
    expect((await send(clerk, none.order.id)).refused('Conflict')).toStrictEqual([
      'The order has no shipment.',
    ])
    const collected = await clerk.anOrder({ shipping: 'Collection in the shop' })
    const [refusal] = (await send(clerk, collected.order.id)).refused('Conflict')
    expect(refusal).toBe(`The order ${collected.order.orderNumber} is collected, and sent nowhere.`)
    const { order } = await clerk.anOrder()
    const ofUptown = await shop().as('staff', 'uptown')
    expect((await send(ofUptown, order.id)).status).toBe(404)
    const shippingAddress = await clerk.anAddress()
    const agent = await shop().as('support')
    const tried = await agent.post(`/orders/${order.id}/shipping-address`, { shippingAddress })
    expect(tried.status).toBe(403)
  })

  it('is changed once by one key', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    const shippingAddress = await clerk.anAddress({ line1: 'Kastanievej 5' })
    const headers = { 'idempotency-key': 'a-key-of-an-address' }
    const path = `/orders/${order.id}/shipping-address`
    const first = (await clerk.post(path, { shippingAddress }, { headers })).ok(Order)
    expect((await clerk.post(path, { shippingAddress }, { headers })).ok(Order)).toStrictEqual(first)
    expect(await eventsOf(clerk, order.id)).toHaveLength(1)
  })
})

import { describe, expect, it } from 'vitest'
import { OrderEventsAnswer, OrdersAnswer } from '../../../core/orders/order.schema.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { CartsAnswer } from '../../../core/carts/cart.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { withEngine } from '../../../core/engines.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { changedTables, contentNow, inDatabase, storedRows } from '../../support/data.ts'
import { generousShop, giveCode } from '../../support/discounts.ts'
import type { Clerk, PlacedOrder } from '../../support/clerk.ts'
import { listen } from '../../support/event-stream.ts'
import { openShop, sharedShop, type Shop } from '../../support/shop.ts'
import { locationOf } from '../../support/storage.ts'

const shop = sharedShop()

const eventsOf = async (clerk: Clerk, orderId: string) =>
  (await clerk.get(`/orders/${orderId}/events`)).ok(OrderEventsAnswer).events

const stateOf = async (clerk: Clerk, cartId: string) =>
  (await clerk.get('/carts', { search: cartId })).ok(CartsAnswer).carts[0]?.state

async function expectSound(own: Shop): Promise<void> {
  const { orders, faults } = await withEngine(await locationOf(own.dataDir), async (engine) =>
    checkOrders(engine),
  )
  expect(orders).toBeGreaterThan(0)
  expect(faults).toStrictEqual([])
}

const addOne = async (clerk: Clerk, { order }: Pick<PlacedOrder, 'order'>) => clerk.addLine(order.id)

describe('an order that is changed after it was placed (decisions, reopening)', () => {
  it('is reopened: its payment is voided, its cart open, and it shows what was placed last', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const placed = await clerk.anOrder({ payment: 'Invoice' })
    const { order, paymentId } = placed
    const before = await clerk.get(`/carts/${order.id}`)
    own.clock.advance(60)
    await addOne(clerk, placed)

    const [payment] = order.payments
    expect(await clerk.readOrder(order.id)).toStrictEqual({
      ...order,
      orderStatus: { ...order.orderStatus, id: expect.any(String) as string, name: 'Reopened' },
      payments: [{ ...payment, state: 'Voided' }],
    })
    expect(await stateOf(clerk, order.id)).toBe('open')
    const cart = await clerk.readCart(order.id)
    expect(cart.paymentTotal).toBe(0)
    expect(cart.orderLines).toHaveLength(2)
    expect(cart.orderLines[0]?.quantity).toBe(2)
    expect((await clerk.get(`/carts/${order.id}`)).headers.etag).not.toBe(before.headers.etag)
    expect((await clerk.post(`/payments/${paymentId}/capture`)).refused('Conflict')[0]).toContain('Voided')
    const found = (await clerk.get('/orders', { search: order.orderNumber })).ok(OrdersAnswer).orders
    expect(found).toMatchObject([{ orderTotal: order.orderTotal, orderStatus: { name: 'Reopened' } }])
    expect((await eventsOf(clerk, order.id)).slice(1)).toMatchObject([
      { kind: 'order.reopened', text: 'Reopened: its cart has been changed', actor: 'Till (staff)' },
      { kind: 'payment.voided', text: 'Invoice voided: Reopened', actor: 'Till (staff)' },
    ])
    await expectSound(own)
  })

  it('is placed again as it is then: same id, number and date, a new payment and a new snapshot', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order, paymentId, placing } = await clerk.anOrder()
    own.clock.advance(60)
    const [first, second] = order.orderLines
    await clerk.delete(`/carts/${order.id}/lines/${first?.id ?? ''}`)
    await clerk.setBilling(order.id, { lastName: 'Ophelia', email: 'ophelia@example.com' })
    const cart = await clerk.readCart(order.id)
    const answer = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
    expect(answer.paymentId).not.toBe(paymentId)

    const again = await clerk.readOrder(order.id)
    expect(again).toMatchObject({
      id: order.id,
      orderNumber: order.orderNumber,
      createdDate: order.createdDate,
      orderStatus: { name: 'New order' },
      orderTotal: cart.orderTotal,
      billingAddress: { lastName: 'Ophelia' },
      customer: { emailAddress: 'ophelia@example.com' },
      payments: [{ id: answer.paymentId, amount: cart.orderTotal, state: 'Pending' }],
    })
    expect(again.orderLines.map(({ id }) => id)).toStrictEqual([second?.id])
    const find = async (search: string) => (await clerk.get('/orders', { search })).ok(OrdersAnswer).orders
    expect(await find('Ophelia')).toHaveLength(1)
    expect(await find(first?.variantSku ?? first?.sku ?? '')).toHaveLength(0)
    // Whoever it was for before, and who has no other order, is found by none.
    const terms = await storedRows(own.dataDir, 'order_terms')
    expect(JSON.stringify(terms)).toContain(again.customer.id)
    expect(JSON.stringify(terms)).not.toContain(order.customer.id)
    expect(await find(paymentId)).toHaveLength(1)
    expect((await eventsOf(clerk, order.id)).map(({ kind }) => kind)).toStrictEqual([
      'order.placed',
      'order.reopened',
      'payment.voided',
      'order.placed',
    ])
    await expectSound(own)
    await clerk.post(`/payments/${answer.paymentId}/capture`)
    expect(await clerk.readOrder(order.id)).toMatchObject({ orderStatus: { name: 'Paid' } })
    await expectSound(own)
  })

  it('tells listeners that it has changed, and never that it was placed twice', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order, placing } = await clerk.anOrder()
    const { sent } = await listen(own, await own.listen())
    await clerk.addLine(order.id)
    await clerk.post('/payments', placing)
    await expect.poll(() => sent.length).toBe(4)
    expect(sent).toStrictEqual([
      { event: 'order.changed', data: { id: order.id, version: 2 } },
      { event: 'cart.changed', data: { id: order.id, version: 7 } },
      { event: 'order.changed', data: { id: order.id, version: 3 } },
      { event: 'cart.changed', data: { id: order.id, version: 8 } },
    ])
  })

  it('leads from the page of the old payment to the new one', async () => {
    const clerk = await shop().as('staff')
    const { order, paymentId, placing } = await clerk.anOrder()
    const page = async () =>
      (
        await shop().anyone.get('/checkout', {
          payment: paymentId,
          paymentMethod: placing.paymentMethodId,
        })
      ).text
    expect(await page()).not.toContain('<a')
    await clerk.addLine(order.id)
    expect(await page()).toContain('No longer to be paid')
    expect(await page()).not.toContain('<a')
    const { paymentUrl } = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
    expect(await page()).toContain(`href="${paymentUrl.replaceAll('&', '&amp;')}"`)
  })

  it('answers the old payment to a key that is replayed, and a new one to a new key', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const place = async (key: string) =>
      clerk.post('/payments', placing, { headers: { 'idempotency-key': key } })
    const first = await place(`first ${placing.cartId}`)
    await clerk.addLine(placing.cartId)
    const replayed = await place(`first ${placing.cartId}`)
    expect(replayed.headers['idempotent-replayed']).toBe('true')
    expect(replayed.body).toStrictEqual(first.body)
    expect(await clerk.readOrder(placing.cartId)).toMatchObject({ orderStatus: { name: 'Reopened' } })
    const second = (await place(`second ${placing.cartId}`)).ok(PlaceOrderAnswer)
    expect(second.paymentId).not.toBe(first.ok(PlaceOrderAnswer).paymentId)
  })

  it('goes on with what staff have noted on it, and with its own customer where it has one', async () => {
    const clerk = await shop().as('staff')
    const { order, placing } = await clerk.anOrder()
    await clerk.post(`/orders/${order.id}/note`, { note: 'Leave at the door' })
    const { customer } = await clerk.readCart(order.id)
    await clerk.patch(`/carts/${order.id}`, { customerId: customer?.id })
    await clerk.addLine(order.id)
    expect((await clerk.readCart(order.id)).note).toBe('Leave at the door')
    await clerk.post('/payments', placing)
    expect((await clerk.readOrder(order.id)).note).toBe('Leave at the door')
  })

  it('has what is noted on it meanwhile when it is placed again, and so has its cart', async () => {
    const clerk = await shop().as('staff')
    const { order, placing } = await clerk.anOrder()
    await clerk.addLine(order.id)
    const { headers } = await clerk.get(`/carts/${order.id}`)
    await clerk.post(`/orders/${order.id}/note`, { note: 'Leave at the door' })
    expect((await clerk.readCart(order.id)).note).toBe('Leave at the door')
    // Who has the cart before them is told, as of any change.
    const stale = { headers: { 'if-match': headers.etag ?? '' } }
    expect((await clerk.patch(`/carts/${order.id}`, { note: null }, stale)).refused('Conflict')).toHaveLength(
      1,
    )
    await clerk.post('/payments', placing)
    expect((await clerk.readOrder(order.id)).note).toBe('Leave at the door')
  })

  it('stays with the customer whom its bill names still, though no e-mail tells who that is, and goes to another with another bill', async () => {
    const manager = await shop().as('admin')
    const billing = { firstName: 'Vagn', lastName: 'Uldall', email: null }
    const { order, placing } = await manager.anOrder({ billing })
    const { id } = order.customer
    const known = async () => (await manager.get('/customers', { search: 'Vagn Uldall' })).ok(CustomersAnswer)
    expect((await manager.patch(`/manage/customers/${id}`, { note: 'Collects on Fridays' })).status).toBe(200)
    await addOne(manager, { order })
    expect((await manager.readCart(order.id)).customer).toBeNull()
    await manager.setBilling(order.id, { ...billing, line1: 'Havnegade 14' })
    await manager.post('/payments', placing)
    expect((await manager.readOrder(order.id)).customer.id).toBe(id)
    expect((await known()).customers).toHaveLength(1)

    // An e-mail that has been mended of them meanwhile is on no bill yet.
    await manager.setBilling(order.id, { ...billing, email: 'vagn@uldal.example' })
    await manager.post('/payments', placing)
    const { customer } = await manager.readOrder(order.id)
    const mended = { email: 'vagn@uldall.example' }
    expect((await manager.patch(`/manage/customers/${customer.id}`, mended)).status).toBe(200)
    await addOne(manager, { order })
    await manager.post('/payments', placing)
    expect((await manager.readOrder(order.id)).customer.id).toBe(customer.id)

    await manager.setBilling(order.id, { ...billing, lastName: 'Uldahl' })
    await manager.post('/payments', placing)
    expect((await manager.readOrder(order.id)).customer.id).not.toBe(customer.id)
  })

  it('counts for a campaign once', async () => {
    const own = await generousShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    await giveCode(clerk, placing.cartId, 'LINES')
    await clerk.post('/payments', placing)
    const campaigns = async () =>
      inDatabase(own.dataDir, async (db) =>
        db
          .selectFrom('order_discounts')
          .select(['campaign_item_id', 'line_id'])
          .orderBy('campaign_item_id')
          .orderBy('line_id')
          .execute(),
      )
    const before = await campaigns()
    expect(before.length).toBeGreaterThan(0)
    await clerk.patch(`/carts/${placing.cartId}`, { note: 'Changed' })
    await clerk.post('/payments', placing)
    expect(await campaigns()).toStrictEqual(before)
    await expectSound(own)
  })
})

describe('what does not reopen an order', () => {
  it('is a write without effect: nothing at all is another', async () => {
    const own = await generousShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const { cartId } = placing
    await clerk.post(`/carts/${cartId}/properties`, { key: 'table', value: '7' })
    await giveCode(clerk, cartId, 'LINES')
    await clerk.patch(`/carts/${cartId}`, { note: 'As it is' })
    expect((await clerk.post('/payments', placing)).status).toBe(200)
    const cart = await clerk.readCart(cartId)
    const before = await contentNow(own.dataDir)
    // A campaign that ends meanwhile changes nothing by itself.
    own.clock.advance(60)
    const [line] = cart.orderLines
    const [property] = cart.customProperties
    const writes = [
      async () => clerk.post(`/carts/${cartId}/billing-address`, await clerk.anAddress()),
      async () => clerk.setShipping(cartId, 'Home delivery'),
      async () => clerk.patch(`/carts/${cartId}/lines/${line?.id ?? ''}`, { quantity: line?.quantity }),
      async () => clerk.patch(`/carts/${cartId}/properties/${property?.id ?? ''}`, { value: '7' }),
      async () => clerk.patch(`/carts/${cartId}`, { note: 'As it is' }),
      async () => clerk.patch(`/carts/${cartId}`, { priceGroupId: placing.priceGroupId }),
      async () => clerk.patch(`/carts/${cartId}`, { cultureCode: cart.cultureCode }),
    ]
    for (const [index, write] of writes.entries()) {
      const answer = await write()
      if (answer) expect(answer.status, String(index)).toBe(200)
      expect(await changedTables(before, own.dataDir), String(index)).toStrictEqual([])
    }
  })

  it('is a write that is refused', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    const before = await contentNow(shop().dataDir)
    const stale = { headers: { 'if-match': '"1"' } }
    const path = `/carts/${order.id}`
    expect((await clerk.patch(path, { note: 'x' }, stale)).refused('Conflict')).toHaveLength(1)
    expect((await clerk.patch(path, { priceGroupId: order.id })).status).toBe(400)
    expect((await clerk.patch(path, { note: 'Half', customerId: order.id })).status).toBe(400)
    expect((await clerk.delete(`${path}/lines/${order.id}`)).status).toBe(404)
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  })

  it.each(['cancelled', 'paid', 'completed', 'refunded'])('is one that is %s', async (state) => {
    const clerk = await shop().as('staff')
    const { order, paymentId } = await clerk.anOrder()
    if (state === 'cancelled') await clerk.post(`/orders/${order.id}/cancel`)
    else await clerk.post(`/payments/${paymentId}/capture`)
    if (state === 'completed') await clerk.post(`/orders/${order.id}/complete`)
    if (state === 'refunded') await clerk.post(`/payments/${paymentId}/refund`)
    const before = await contentNow(shop().dataDir)
    const [text] = (await clerk.patch(`/carts/${order.id}`, { note: 'x' })).refused('Conflict')
    expect(text).toContain(order.orderNumber)
    expect((await clerk.post(`/orders/${order.id}/reopen`)).refused('Conflict')[0]).toContain(
      order.orderNumber,
    )
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  })
})

describe('reopening by hand (extension)', () => {
  it('opens the cart, says why and who, and is a conflict where it is open', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order, placing } = await clerk.anOrder({ payment: 'Invoice' })
    const answer = await clerk.post(`/orders/${order.id}/reopen`, { reason: 'Wrong size' })
    expect(answer.body).toMatchObject({ orderStatus: { name: 'Reopened' }, payments: [{ state: 'Voided' }] })
    expect(await stateOf(clerk, order.id)).toBe('open')
    expect((await clerk.readCart(order.id)).orderTotal).toBe(
      Math.round((order.orderTotal - order.paymentTotal) * 100) / 100,
    )
    expect((await eventsOf(clerk, order.id))[1]).toMatchObject({
      kind: 'order.reopened',
      text: 'Reopened: Wrong size',
      actor: 'Till (staff)',
    })
    expect((await clerk.post(`/orders/${order.id}/reopen`)).refused('Conflict')[0]).toContain('Reopened')
    await clerk.post('/payments', placing)
    expect(await clerk.readOrder(order.id)).toMatchObject({ orderStatus: { name: 'New order' } })
    await expectSound(own)
  })

  it('needs staff, and an order of the store', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    const program = await shop().as('storefront')
    expect((await program.post(`/orders/${order.id}/reopen`)).refused('Forbidden')).toHaveLength(1)
    const uptown = await shop().as('staff', 'uptown')
    expect((await uptown.post(`/orders/${order.id}/reopen`)).refused('NotFound')).toHaveLength(1)
  })
})

describe('giving up', () => {
  it('an ordered cart is a conflict: its order is to be cancelled', async () => {
    const clerk = await shop().as('staff')
    const { order } = await clerk.anOrder()
    const before = await contentNow(shop().dataDir)
    const [text] = (await clerk.delete(`/carts/${order.id}`)).refused('Conflict')
    expect(text).toContain(`${order.orderNumber}: cancel the order instead`)
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  })

  it.each(['the cart', 'the order'])('%s of a reopened order cancels it, and ends both', async (which) => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const { order, placing } = await clerk.anOrder()
    await clerk.post(`/orders/${order.id}/reopen`)
    const answer =
      which === 'the cart'
        ? await clerk.delete(`/carts/${order.id}`)
        : await clerk.post(`/orders/${order.id}/cancel`, { reason: 'Gone' })
    expect(answer.status).toBe(200)
    expect(await clerk.readOrder(order.id)).toMatchObject({ orderStatus: { name: 'Cancelled' } })
    expect(await stateOf(clerk, order.id)).toBe('abandoned')
    expect((await eventsOf(clerk, order.id)).at(-1)?.kind).toBe('order.cancelled')
    for (const refusal of [
      await clerk.patch(`/carts/${order.id}`, { note: 'x' }),
      await clerk.post('/payments', placing),
    ]) {
      expect(refusal.refused('Conflict')[0]).toContain(order.orderNumber)
    }
    await expectSound(own)
  })
})

import { describe, expect, it } from 'vitest'
import { OrdersAnswer } from '../../../core/orders/order.schema.ts'
import { PlaceOrderAnswer } from '../../../core/orders/payments/payment.schema.ts'
import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import { ManagedCustomer } from '../../../core/customers/manage/managed-customer.schema.ts'
import { ManagedStore, ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import { fieldsOf } from '../../support/answer.ts'
import { changedTables, contentNow, inDatabase, storedRows } from '../../support/data.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { openShop, sharedShop } from '../../support/shop.ts'

const shop = sharedShop()
const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

describe('converting a cart to an order (section 4.8)', () => {
  it('answers paymentId and paymentUrl, and the order has the id of the cart', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const answer = await clerk.post('/payments', placing)
    const { paymentId, paymentUrl } = answer.ok(PlaceOrderAnswer)
    expect(fieldsOf(answer.body as object)).toStrictEqual(['paymentId', 'paymentUrl'])
    expect(paymentUrl).toBe(`/api/v1/checkout?payment=${paymentId}&paymentMethod=${placing.paymentMethodId}`)
    const order = await clerk.readOrder(placing.cartId)
    expect(order).toMatchObject({
      id: placing.cartId,
      orderStatus: { name: 'New order' },
      payments: [{ id: paymentId }],
    })
  })

  it('answers an absolute address to those who asked at one', async () => {
    const own = await openShop()
    const origin = await own.listen()
    const clerk = await own.as('staff')
    const { paymentUrl } = (await clerk.post('/payments', await clerk.aCartReadyToPlace())).ok(
      PlaceOrderAnswer,
    )
    expect(paymentUrl).toMatch(new RegExp(`^${origin}/api/v1/checkout\\?payment=`))
    expect((await fetch(paymentUrl)).status).toBe(200)
  })

  it('calls a customer who is known without a name as the bill does, in the order and in the list', async () => {
    const manager = await shop().as('admin')
    const body = { email: 'orders@quayside.example' }
    const { id } = (await manager.post('/manage/customers', body)).ok(ManagedCustomer)
    const billing = { firstName: null, lastName: null, companyName: 'Quayside Ltd', email: null }
    const placing = await manager.aCartReadyToPlace({ billing })
    await manager.patch(`/carts/${placing.cartId}`, { customerId: id })
    await manager.post('/payments', placing)
    const { customer, orderNumber } = await manager.readOrder(placing.cartId)
    expect(customer).toMatchObject({ id, firstName: '', lastName: 'Quayside Ltd', emailAddress: body.email })
    const { orders } = (await manager.get('/orders', { search: orderNumber })).ok(OrdersAnswer)
    expect(orders).toMatchObject([{ customerName: 'Quayside Ltd' }])
  })

  it('numbers the orders of each store one after the other', async () => {
    const own = await openShop()
    const harbour = await own.as('staff')
    const uptown = await own.as('staff', 'uptown')
    const numbers: string[] = []
    for (const clerk of [harbour, uptown, harbour]) numbers.push((await clerk.anOrder()).order.orderNumber)
    const [first = '', other = '', second = ''] = numbers
    expect(first).toMatch(/^H-\d+$/)
    expect(other).toMatch(/^U-\d+$/)
    expect(Number(second.slice(2))).toBe(Number(first.slice(2)) + 1)
  })

  it('passes over numbers that orders have from a time of another prefix', async () => {
    const own = await openShop()
    const [clerk, manager] = [await own.as('staff'), await own.as('admin')]
    const [store] = (await manager.get('/manage/stores')).ok(ManagedStoresAnswer).stores
    const begin = async (orderNumberPrefix: string) =>
      (await manager.patch(`/manage/stores/${store?.id}`, { orderNumberPrefix })).ok(ManagedStore)
    const place = async () => (await clerk.anOrder()).order.orderNumber
    await begin('H-1')
    const [first, second] = [await place(), await place()]
    await begin('H-')
    // As many orders later as it takes to come to them.
    const before = Number(first.slice(2)) - 1
    await runElsewhere(own.dataDir, `update order_numbers set last_number = ${before} where prefix = 'H-'`)
    expect([await place(), await place()]).toStrictEqual([2, 3].map((more) => `H-${before + more + 1}`))
    expect(second).toBe(`H-${before + 2}`)
  })

  it('repeated with the same method answers the same payment and changes nothing', async () => {
    const clerk = await shop().as('staff')
    const { placing, paymentId } = await clerk.anOrder()
    const before = await contentNow(shop().dataDir)
    for (let time = 0; time < 2; time++) {
      expect((await clerk.post('/payments', placing)).body).toMatchObject({ paymentId })
    }
    expect(await changedTables(before, shop().dataDir)).toStrictEqual([])
  })

  it('repeated with the same method after it was paid still answers that payment', async () => {
    const clerk = await shop().as('staff')
    const { placing, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/capture`)
    expect((await clerk.post('/payments', placing)).body).toMatchObject({ paymentId })
  })

  it('with another method, while the first is unpaid, replaces it on the order, fees and all', async () => {
    const clerk = await shop().as('staff')
    const { placing, order, paymentId } = await clerk.anOrder({ payment: 'Cash' })
    const paymentMethodId = await clerk.paymentMethod('Invoice')
    const { paymentId: replacing } = (await clerk.post('/payments', { ...placing, paymentMethodId })).ok(
      PlaceOrderAnswer,
    )
    expect(replacing).not.toBe(paymentId)
    const total = Math.round((order.orderTotal + 3.95) * 100) / 100
    expect(await clerk.readOrder(order.id)).toMatchObject({
      orderNumber: order.orderNumber,
      orderTotal: total,
      paymentTotal: 3.95,
      payments: [
        { id: replacing, amount: total, fee: 3.95, feeTotal: 3.95, paymentMethod: { name: 'Invoice' } },
      ],
    })
    expect(await clerk.readCart(order.id)).toMatchObject({ orderTotal: total, paymentTotal: 3.95 })
    expect((await clerk.post(`/payments/${paymentId}/capture`)).refused('Conflict')).toHaveLength(1)
  })

  it('with another method after the first was received is a conflict that says the order’s state', async () => {
    const clerk = await shop().as('staff')
    const { placing, order, paymentId } = await clerk.anOrder({ payment: 'Cash' })
    await clerk.post(`/payments/${paymentId}/capture`)
    const before = await clerk.readOrder(order.id)
    const paymentMethodId = await clerk.paymentMethod('Invoice')
    const [text = ''] = (await clerk.post('/payments', { ...placing, paymentMethodId })).refused('Conflict')
    expect(text).toContain(order.orderNumber)
    expect(text).toContain('Paid')
    expect(await clerk.readOrder(order.id)).toStrictEqual(before)
  })

  it('of a cancelled order is a conflict', async () => {
    const clerk = await shop().as('staff')
    const { placing, order } = await clerk.anOrder()
    await clerk.post(`/orders/${order.id}/cancel`, { reason: 'Changed his mind' })
    expect((await clerk.post('/payments', placing)).refused('Conflict')[0]).toContain('Cancelled')
  })

  it('of a payment that was given up makes a new one', async () => {
    const clerk = await shop().as('staff')
    const { placing, order, paymentId } = await clerk.anOrder()
    await clerk.post(`/payments/${paymentId}/void`)
    const again = (await clerk.post('/payments', placing)).ok(PlaceOrderAnswer)
    expect(again.paymentId).not.toBe(paymentId)
    expect(await clerk.readOrder(order.id)).toMatchObject({ payments: [{ id: again.paymentId }] })
  })

  it('many times at once makes one order and one payment', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const answers = await Promise.all(Array.from({ length: 8 }, async () => clerk.post('/payments', placing)))
    const ids = answers.map((answer) => answer.ok(PlaceOrderAnswer).paymentId)
    expect(new Set(ids).size).toBe(1)
    expect((await clerk.get('/orders')).ok(OrdersAnswer).orders).toHaveLength(1)
    expect(await storedRows(own.dataDir, 'payments')).toHaveLength(1)
  })

  it('at once with two methods makes one order with one payment that counts', async () => {
    const own = await openShop()
    const clerk = await own.as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const invoice = { ...placing, paymentMethodId: await clerk.paymentMethod('Invoice') }
    const answers = await Promise.all([placing, invoice].map(async (body) => clerk.post('/payments', body)))
    expect(answers.map(({ status }) => status)).toStrictEqual([200, 200])
    const order = await clerk.readOrder(placing.cartId)
    expect(order.payments).toHaveLength(1)
    expect(order.payments[0]?.amount).toBe(order.orderTotal)
  })
})

describe('a cart that cannot be placed', () => {
  it('because it is another store’s is a bad request, not found elsewhere (section 5)', async () => {
    const clerk = await shop().as('staff')
    const uptown = await shop().as('staff', 'uptown')
    const { cartId } = await uptown.aCartReadyToPlace()
    const placing = { ...(await clerk.aCartReadyToPlace()), cartId }
    expect((await clerk.post('/payments', placing)).faultyFields('BadRequest')).toStrictEqual(['cartId'])
    expect((await uptown.get('/orders', { search: cartId })).body).toMatchObject({ orders: [] })
  })

  it('because it has no lines, or no billing address, is a bad request that says so', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const empty = await clerk.aCart()
    await clerk.setBilling(empty)
    expect((await clerk.post('/payments', { ...placing, cartId: empty })).refused('BadRequest')[0]).toContain(
      'no lines',
    )
    const unbilled = await clerk.aCart()
    await clerk.addLine(unbilled)
    await clerk.setShipping(unbilled, 'Home delivery')
    const [text] = (await clerk.post('/payments', { ...placing, cartId: unbilled })).refused('BadRequest')
    expect(text).toContain('billing address')
  })

  it('because it was abandoned is a conflict', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace()
    await clerk.delete(`/carts/${placing.cartId}`)
    expect((await clerk.post('/payments', placing)).refused('Conflict')[0]).toContain('abandoned')
  })

  it('because something it is placed with does not exist or does not fit names that', async () => {
    const clerk = await shop().as('staff')
    const placing = await clerk.aCartReadyToPlace()
    const fault = async (changed: object, kind: 'BadRequest' | 'NotFound' = 'BadRequest') =>
      (await clerk.post('/payments', { ...placing, ...changed })).faultyFields(kind)
    expect(await fault({ cartId: UNKNOWN }, 'NotFound')).toStrictEqual(['cartId'])
    expect(await fault({ paymentMethodId: UNKNOWN })).toStrictEqual(['paymentMethodId'])
    expect(
      await fault({ paymentMethodId: await clerk.paymentMethod('Card from overseas', 'Canada') }),
    ).toStrictEqual(['paymentMethodId'])
    expect(await fault({ priceGroupId: UNKNOWN })).toStrictEqual(['priceGroupId'])
    expect(await fault({ priceGroupId: await clerk.priceGroup('Shop price, DKK') })).toStrictEqual([
      'priceGroupId',
    ])
    expect(await fault({ cultureCode: 'fr-FR' })).toStrictEqual(['cultureCode'])
    expect((await clerk.post('/payments', {})).faultyFields('BadRequest').sort()).toStrictEqual([
      'cartId',
      'cultureCode',
      'paymentMethodId',
      'priceGroupId',
    ])
    expect((await clerk.get('/orders', { search: placing.cartId })).body).toMatchObject({ orders: [] })
    expect((await clerk.post('/payments', placing)).status).toBe(200)
  })
})

describe('the customer of an order', () => {
  it('is the cart’s own', async () => {
    const clerk = await shop().as('staff')
    const [known] = (await clerk.get('/customers', { maxItems: 1 })).ok(CustomersAnswer).customers
    const placing = await clerk.aCartReadyToPlace()
    await clerk.patch(`/carts/${placing.cartId}`, { customerId: known?.id ?? '' })
    await clerk.post('/payments', placing)
    expect((await clerk.readOrder(placing.cartId)).customer.id).toBe(known?.id)
  })

  it('else whoever is known under the e-mail of the bill, else a new one made of it', async () => {
    const clerk = await shop().as('staff')
    const billing = {
      firstName: 'Trine',
      lastName: 'Nybo',
      email: 'Trine@Nybo.example',
      mobileNumber: '+45 51 00 00 51',
    }
    const first = (await clerk.anOrder({ billing })).order
    expect(first.customer).toMatchObject({
      firstName: 'Trine',
      lastName: 'Nybo',
      phoneNumber: '+45 51 00 00 51',
    })
    expect((await clerk.readCart(first.id)).customer?.id).toBe(first.customer.id)
    const second = (
      await clerk.anOrder({ billing: { ...billing, firstName: 'T.', email: 'trine@nybo.example' } })
    ).order
    // The customer itself, to the letter: e-mails of customers are in lower case.
    expect(second.customer).toStrictEqual(first.customer)
    const { customers } = (await clerk.get('/customers', { search: 'nybo' })).ok(CustomersAnswer)
    expect(customers).toMatchObject([
      { id: first.customer.id, addresses: [{ line1: 'Havnegade 12', country: { name: 'Denmark' } }] },
    ])
  })

  it('without an e-mail is a new one each time, because names are not unique', async () => {
    const clerk = await shop().as('staff')
    const billing = { firstName: 'Per', lastName: 'Jensen', email: null }
    const [one, two] = [await clerk.anOrder({ billing }), await clerk.anOrder({ billing })]
    expect(one.order.customer.id).not.toBe(two.order.customer.id)
  })

  it('may have a name that holds no letters', async () => {
    const clerk = await shop().as('staff')
    const billing = { firstName: '—', lastName: '!', email: null, mobileNumber: null }
    expect((await clerk.anOrder({ billing })).order.customer).toMatchObject({ lastName: '!' })
  })
})

it('an order stays as it was agreed when the shop changes afterwards', async () => {
  const own = await openShop()
  const clerk = await own.as('staff')
  const { order } = await clerk.anOrder()
  await inDatabase(own.dataDir, async (db) => {
    await db
      .updateTable('prices')
      .set((eb) => ({ amount: eb('amount', '*', 2) }))
      .execute()
    await db.updateTable('products').set({ tax_rate_ppm: 0 }).execute()
    await db.updateTable('product_names').set({ name: 'Something else' }).execute()
    await db.updateTable('shipping_method_prices').set({ amount: 1 }).execute()
    await db.updateTable('country_names').set({ name: 'Nowhere' }).execute()
    await db.updateTable('customers').set({ first_name: 'Somebody' }).execute()
    await db.updateTable('payment_methods').set({ name: 'Barter', fee_ppm: 500_000 }).execute()
  })
  const { shipments, payments, ...after } = await clerk.readOrder(order.id)
  const { shipments: shipped, payments: paid, ...before } = order
  expect(after).toStrictEqual(before)
  expect(shipments[0]).toMatchObject({ ...shipped[0], shippingMethod: expect.any(Object) as unknown })
  expect(payments[0]).toMatchObject({ ...paid[0], paymentMethod: { name: 'Cash' } })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { addLine } from '../../../core/carts/add-line.ts'
import { createCart } from '../../../core/carts/create-cart.ts'
import { setBillingAddress } from '../../../core/carts/set-billing-address.ts'
import { setShipping } from '../../../core/carts/set-shipping.ts'
import { updateCart } from '../../../core/carts/update-cart.ts'
import { placeOrder } from '../../../core/checkout/place-order.ts'
import { returnGoods } from '../../../core/checkout/return-goods.ts'
import type { AddressColumns } from '../../../core/customers/customer.table.ts'
import { addressIn } from '../../../core/customers/address.ts'
import type { ContentColumns } from '../../../core/orders/order.table.ts'
import { toShipment } from '../../../core/orders/order-contents.ts'
import type { Engine, WriteDb } from '../../../core/database/engine.ts'
import { completeOrder } from '../../../core/orders/change-order.ts'
import { checkOrders } from '../../../core/orders/check-orders.ts'
import { capturePayment } from '../../../core/orders/payments/change-payment.ts'
import { refundPayment } from '../../../core/orders/payments/refund-payment.ts'
import { openDemo } from './demo-database.ts'
import { cancelOrder } from '../../../core/after-sales/cancel-order.ts'
import type { Context } from '../../../core/operations/context.ts'

const ORDERS = 240

let seeded: Awaited<ReturnType<typeof openDemo>>
let real: Awaited<ReturnType<typeof openDemo>>
beforeAll(async () => {
  seeded = await openDemo(ORDERS)
  real = await openDemo(0)
  // What was paid by gift card in the demo was so before its shops knew what is on each.
  // And what it sold was so before its goods were counted.
  await real.database.transact(async (db) => {
    await db.updateTable('payment_methods').set({ redeems_gift_cards: 0 }).execute()
    await db.updateTable('stores').set({ keeps_stock: 0 }).execute()
  })
})
afterAll(async () => {
  await seeded.close()
  await real.close()
})

it('seeded orders are, row by row, what the core’s own operations would have left', async () => {
  const orders = await seeded.database.reader.selectFrom('orders').selectAll().orderBy('created_at').execute()
  expect(orders).toHaveLength(ORDERS)
  expect(orders.some((order) => order.discount_total > 0)).toBe(true)
  expect(orders.filter(({ status }) => status === 'return').length).toBeGreaterThan(1)
  for (const { id } of orders) {
    const expected = await rowsOf(seeded.database, id)
    const orderId = await real.database.transact(async (db) => replay(db, expected))
    expect(masked(await rowsOf(real.database, orderId))).toEqual(masked(expected))
  }
})

it('what came and went of seeded orders, returns among them, agrees with what they say', async () => {
  expect(await checkOrders(seeded.database)).toMatchObject({ orders: ORDERS, faults: [] })
  const moved = await seeded.database.reader
    .selectFrom('payment_transactions as moved')
    .innerJoin('payments as payment', 'payment.id', 'moved.payment_id')
    .innerJoin('orders as order', 'order.id', 'payment.order_id')
    .select(['moved.kind', 'moved.amount', 'order.order_total', 'moved.refund_place'])
    .where('order.status', '=', 'return')
    .execute()
  expect(moved.length).toBeGreaterThan(1)
  for (const { amount, kind, order_total, refund_place } of moved)
    expect({ amount, kind, refund_place }).toEqual({ amount: order_total, kind: 'refund', refund_place: 1 })
})

type Rows = Awaited<ReturnType<typeof rowsOf>>

/** Everything that belongs to an order, each table in an order of its own. */
async function rowsOf({ reader }: Engine, id: string) {
  return {
    cart: withAddresses(
      await reader.selectFrom('carts').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ),
    cartLines: await reader
      .selectFrom('cart_lines')
      .selectAll()
      .where('cart_id', '=', id)
      .orderBy('position')
      .execute(),
    cartDiscounts: await reader
      .selectFrom('cart_discounts')
      .selectAll()
      .where('cart_id', '=', id)
      .orderBy('position')
      .execute(),
    discounts: await reader
      .selectFrom('order_discounts')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('position')
      .execute(),
    order: withAddresses(
      await reader.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    ),
    lines: await reader
      .selectFrom('order_lines')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('position')
      .execute(),
    payments: await reader.selectFrom('payments').selectAll().where('order_id', '=', id).execute(),
    events: await reader
      .selectFrom('order_events')
      .selectAll()
      .where('order_id', '=', id)
      .orderBy('date')
      .orderBy('id')
      .execute(),
    terms: await reader
      .selectFrom('order_terms')
      .selectAll()
      .where('owner_id', '=', id)
      .orderBy('term')
      .execute(),
  }
}

const withAddresses = <Row extends ContentColumns>(row: Row) => ({
  ...row,
  billing_address: addressIn(row.billing_address),
  shipping_address: addressIn(row.shipping_address),
})

/** Without the identifiers that every cart and order has of its own. */
const masked = (rows: Rows): unknown =>
  JSON.parse(
    JSON.stringify(rows, (key, value: unknown) => {
      if (key === 'details' && typeof value === 'string') return JSON.parse(value) as unknown
      return ['id', 'cart_id', 'order_id', 'owner_id', 'shipment_id', 'lineId'].includes(key) ? '' : value
    }),
  )

/** Does with the operations what the clerks of a seeded order did. @returns the order's id */
async function replay(db: WriteDb, rows: Rows): Promise<string> {
  const { cart, cartLines, order, payments, events } = rows
  const at = (date: string): Context => ({
    clientId: '',
    storeId: cart.store_id,
    name: 'Console',
    scopes: new Set(['staff']),
    now: new Date(date),
    ifMatch: undefined,
    expires: new Date(date),
    changes: [],
  })
  const editing = at(cart.created_at)
  const { iso_code } = await db
    .selectFrom('currencies')
    .select('iso_code')
    .where('id', '=', cart.currency_id)
    .executeTakeFirstOrThrow()
  const id = await createCart(db, editing, { cultureCode: cart.culture_code, currency: iso_code })
  await updateCart(db, editing, id, { customerId: cart.customer_id })
  if (cart.note !== null) await updateCart(db, editing, id, { note: cart.note })
  for (const line of cartLines) {
    await addLine(db, editing, id, {
      sku: line.sku,
      variantSku: line.variant_sku,
      quantity: line.quantity,
      priceGroupId: line.price_group_id,
      catalogId: line.catalog_id,
      cultureCode: cart.culture_code,
    })
  }
  const { billing_address: billing, shipping_address: shipping } = cart
  const shipment = toShipment(rows.order)
  const [payment] = payments
  if (!billing || !payment) throw new Error('A seeded order is not whole.')
  await setBillingAddress(db, editing, id, addressBody(billing))
  if (order.status === 'return') {
    const { reason } = JSON.parse(events.at(-1)?.details ?? '{}') as { reason: string }
    const paymentMethodId = payment.payment_method_id
    await returnGoods(db, at(order.created_at), { cartId: id, paymentMethodId, reason })
    return id
  }
  if (!shipping || !shipment) throw new Error('A seeded order is not whole.')
  await setShipping(db, editing, id, {
    priceGroupId: shipment.priceGroupId,
    shippingMethodId: shipment.shippingMethodId,
    shippingAddress: addressBody(shipping),
  })
  const paymentId = await placeOrder(db, at(order.created_at), {
    cartId: id,
    paymentMethodId: payment.payment_method_id,
    priceGroupId: shipment.priceGroupId,
    cultureCode: cart.culture_code,
  })
  for (const { kind, date, text } of events) {
    if (kind === 'payment.captured') {
      await capturePayment(db, at(date), paymentId, { transactionId: payment.transaction_id })
    }
    if (kind === 'order.completed') await completeOrder(db, at(date), id)
    if (kind === 'order.cancelled') {
      await cancelOrder(db, at(date), id, { reason: text.slice('Cancelled: '.length), refund: false })
    }
    if (kind === 'payment.refunded') await refundPayment(db, at(date), paymentId, { reason: null })
  }
  return id
}

const addressBody = (row: AddressColumns) => ({
  firstName: row.first_name,
  lastName: row.last_name,
  companyName: row.company_name,
  attention: row.attention,
  line1: row.line1,
  line2: row.line2,
  postalCode: row.postal_code,
  city: row.city,
  state: row.state,
  countryId: row.country_id,
  email: row.email_address,
  phoneNumber: row.phone_number,
  mobileNumber: row.mobile_phone_number,
})

import { v7 as newId } from 'uuid'
import {
  addressIn,
  addressText,
  type AddressRecord,
  type OrderAddressRecord,
} from '../../../../../core/customers/address.ts'
import { shipmentColumns, toShipment } from '../../../../../core/orders/order-contents.ts'
import { orderTerms } from '../../../../../core/orders/order-terms.ts'
import type { PlaceOrderBody } from '../../../../../core/orders/payments/payment.schema.ts'
import { totalsOf } from '../../../money.ts'
import type { Shop } from '../../../shop.ts'
import type { Send } from '../connections.ts'
import { insert } from '../statements.ts'
import { customerOf } from './customer.ts'
import { ofOrder, type CartLineRow, type CartRow } from './rows.ts'
import { ACTOR, closeCart, linesOfCart, lockCartToPlace, nextNumber, propertiesOfCart } from './statements.ts'

/** Makes the order of a cart, in its transaction. @returns its payment's id */
export async function place(
  send: Send,
  { store, countries, shipping, payment }: Shop,
  { cartId, paymentMethodId }: PlaceOrderBody,
): Promise<string> {
  const storeId = store.id
  const [[cart], lines] = await Promise.all([
    send<CartRow>(lockCartToPlace, [cartId]),
    send<CartLineRow>(linesOfCart, [cartId]),
    send(propertiesOfCart, [cartId, cartId]),
  ])
  const billing = addressIn(cart?.billing_address ?? null)
  const delivery = addressIn(cart?.shipping_address ?? null)
  const shipment = cart && toShipment(cart)
  if (!cart || !billing || !delivery || !shipment || paymentMethodId !== payment.method.id)
    throw new Error('The cart is not complete.')
  const date = new Date().toISOString()
  const customer = await customerOf(send, storeId, billing, date)
  const totals = totalsOf(lines, { shipping, payment })
  const { version } = cart
  const { paymentTotal, orderTotal } = totals
  const closed = ['ordered', version + 1, version, date, customer.id, 1, paymentTotal, orderTotal]
  void send(closeCart, [...closed, cartId, version])
  const [number] = await send<{ prefix: string; last_number: number }>(nextNumber, [1, storeId])
  const orderNumber = `${number?.prefix}${number?.last_number}`
  const source = lines.map(({ sku, variant_id, variant_sku }) => ({
    sku,
    variantId: variant_id,
    variantSku: variant_sku,
  }))
  const terms = orderTerms({
    id: cartId,
    storeId,
    orderNumber,
    customer,
    addresses: [billing, delivery],
    lines: source,
  })
  const withCountry = (address: AddressRecord): OrderAddressRecord => ({
    ...address,
    country_name: countries.find(({ id }) => id === address.country_id)?.name ?? '',
  })
  void insert(send, 'orders', [
    {
      id: cartId,
      store_id: storeId,
      order_number: orderNumber,
      version: 1,
      created_at: date,
      status: 'new',
      completed_at: null,
      culture_code: cart.culture_code,
      currency_id: cart.currency_id,
      note: cart.note,
      customer_id: customer.id,
      customer_first_name: customer.first_name,
      customer_last_name: customer.last_name,
      customer_email_address: customer.email_address,
      customer_phone_number: customer.phone_number,
      sub_total: totals.subTotal,
      shipping_total: totals.shippingTotal,
      payment_total: paymentTotal,
      discount: 0,
      discount_total: 0,
      tax: totals.tax,
      order_total: orderTotal,
      search_terms: terms.text,
      billing_address: addressText(withCountry(billing)),
      shipping_address: addressText(withCountry(delivery)),
      ...shipmentColumns(shipment),
    },
  ])
  void insert(send, 'order_lines', lines.map(ofOrder))
  void insert(
    send,
    'order_terms',
    terms.rows.map((row) => ({ ...row })),
    'on conflict do nothing',
  )
  const paymentId = newId()
  void insert(send, 'payments', [
    {
      id: paymentId,
      order_id: cartId,
      store_id: storeId,
      payment_method_id: paymentMethodId,
      payment_method_name: payment.method.name,
      state: 'pending',
      amount: orderTotal,
      fee: payment.fee,
      fee_ppm: payment.feePpm,
      fee_total: paymentTotal,
      refunded: 0,
      transaction_id: null,
      created_at: date,
    },
  ])
  void insert(send, 'order_events', [
    {
      id: newId(),
      order_id: cartId,
      date,
      actor: ACTOR,
      kind: 'order.placed',
      text: `Order ${orderNumber} placed`,
      details: JSON.stringify({ orderNumber }),
    },
  ])
  return paymentId
}

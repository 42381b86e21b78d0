import { deepEqual } from 'node:assert/strict'
import type { Order } from '../../../core/orders/order.schema.ts'
import { toMinor, type Shop } from '../shop.ts'
import type { Client } from './client.ts'
import { draftOrder } from './draft-order.ts'

/**
 * Takes the n-th order in eight requests, one after the other: cart, three lines, billing, shipping, payment, read
 * back.
 * @throws where an answer is not 200, or the order does not come to what it should
 */
export async function placeOrder(client: Client, shop: Shop, n: number): Promise<Order> {
  const { lines, address, totals } = draftOrder(shop, n)
  const { cultureCode, currency, digits, priceGroupId } = shop
  const { cartId } = await client.post<{ cartId: string }>('/carts', {
    cultureCode,
    currency: currency.isoCode,
  })
  for (const { product, quantity } of lines) {
    const { sku, variantSku, catalogId } = product
    const line = { sku, variantSku, catalogId, quantity, priceGroupId, cultureCode }
    await client.post(`/carts/${cartId}/lines`, line)
  }
  await client.post(`/carts/${cartId}/billing-address`, address)
  const shippingMethodId = shop.shipping.method.id
  await client.post(`/carts/${cartId}/shipping`, { priceGroupId, shippingMethodId, shippingAddress: address })
  await client.post('/payments', {
    cartId,
    paymentMethodId: shop.payment.method.id,
    priceGroupId,
    cultureCode,
  })
  const order = await client.get<Order>(`/orders/${cartId}`)

  const minor = (amount: number): number => toMinor(amount, digits)
  deepEqual(
    {
      subTotal: minor(order.subTotal),
      shippingTotal: minor(order.shippingTotal),
      paymentTotal: minor(order.paymentTotal),
      tax: minor(order.tax),
      orderTotal: minor(order.orderTotal),
    },
    totals,
    `The totals of order ${n} are wrong.`,
  )
  return order
}

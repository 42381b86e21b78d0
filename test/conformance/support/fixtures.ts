import { CustomersAnswer } from '../../../core/customers/customer.schema.ts'
import type { PlaceOrderBody } from '../../../core/orders/payments/payment.schema.ts'
import type { Clerk } from '../../support/clerk.ts'
import type { Shop } from '../../support/shop.ts'
import { billing, note, shipping } from './spoken.ts'

/** An identifier that nothing has. */
export const UNKNOWN = '0199a0b0-0000-7000-8000-00000000ffff'

/** Any record as the API answers it. */
export type Body = Readonly<Record<string, unknown>>

/** A cart in which every field that can be set has been. @returns what places it, with a payment that has a fee */
async function aFullCart(clerk: Clerk): Promise<PlaceOrderBody> {
  const cartId = await clerk.aCart()
  const priceGroupId = await clerk.priceGroup()
  const countryId = await clerk.country()
  const [first, second] = await clerk.products({ maxItems: 2 })
  const accompanying = { cultureCode: clerk.cultureCode, priceGroupId }
  await clerk.addLine(cartId, first, { quantity: 10, customProperties: [{ key: 'wrap', value: 'gift' }] })
  await clerk.addLine(cartId, second)
  const { customers } = (await clerk.get('/customers', { maxItems: 1 })).ok(CustomersAnswer)
  const writes = [
    await clerk.patch(`/carts/${cartId}`, { note, customerId: customers[0]?.id }),
    await clerk.post(`/carts/${cartId}/properties`, { ...accompanying, key: 'table', value: '7' }),
    await clerk.post(`/carts/${cartId}/billing-address`, { ...billing, countryId }),
    await clerk.post(`/carts/${cartId}/shipping`, {
      priceGroupId,
      shippingMethodId: await clerk.shippingMethod('Home delivery'),
      shippingAddress: { ...shipping, countryId },
    }),
    // Off the lines, and off the order.
    await clerk.post(`/carts/${cartId}/promotion-codes/WELCOME10`),
    await clerk.post(`/carts/${cartId}/promotion-codes/SORRY50`),
  ]
  for (const { status, text } of writes) if (status !== 200) throw new Error(text)
  return { cartId, paymentMethodId: await clerk.paymentMethod('Invoice'), ...accompanying }
}

/** The full cart and what became of it: placed, paid and completed. */
export interface Told {
  readonly cart: Body
  readonly miniCart: Body
  readonly order: Body
}

export async function tellAll(shop: Shop): Promise<Told> {
  const clerk = await shop.as('staff')
  const placing = await aFullCart(clerk)
  const path = `/carts/${placing.cartId}`
  const cart = (await clerk.get(path)).body as Body
  const added = await clerk.post(
    `${path}/properties`,
    { key: 'bag', value: 'no' },
    { query: { views: 'miniCart' } },
  )
  const { paymentId } = (await clerk.post('/payments', placing)).body as { paymentId: string }
  await clerk.post(`/payments/${paymentId}/capture`, { transactionId: 'T1-000042' })
  const order = await clerk.post(`/orders/${placing.cartId}/complete`)
  if (order.status !== 200) throw new Error(order.text)
  return {
    cart,
    miniCart: (added.body as { miniCart: Body }).miniCart,
    order: (await clerk.get(`/orders/${placing.cartId}`)).body as Body,
  }
}

/** Elements of a list inside of a record. */
export const listIn = (body: Body, field: string): Body[] => body[field] as Body[]
export const partOf = (body: Body | undefined, field: string): Body => body?.[field] as Body

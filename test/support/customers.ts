import { expect } from 'vitest'
import {
  ManagedCustomer,
  ManagedCustomersAnswer,
} from '../../core/customers/manage/managed-customer.schema.ts'
import { OrdersAnswer } from '../../core/orders/order.schema.ts'
import type { Clerk } from './clerk.ts'
import { openShop, type Shop } from './shop.ts'

/** A customer, Karen Blixen unless `fields` say otherwise. */
export const makeCustomer = async (clerk: Clerk, fields: object = {}): Promise<ManagedCustomer> =>
  (await clerk.post('/manage/customers', { firstName: 'Karen', lastName: 'Blixen', ...fields })).ok(
    ManagedCustomer,
  )

/** The customer as staff see them now. */
export const readCustomer = async (clerk: Clerk, id: string): Promise<ManagedCustomer> =>
  (await clerk.get(`/manage/customers/${id}`)).ok(ManagedCustomer)

/** An order of a customer, placed and not paid. */
export async function placeOrderOf(clerk: Clerk, customerId: string, billing: object = {}) {
  const placing = await clerk.aCartReadyToPlace({ billing })
  await clerk.patch(`/carts/${placing.cartId}`, { customerId, note: 'Leave it with Karen’s neighbour' })
  await clerk.post(`/carts/${placing.cartId}/properties`, { ...placing, key: 'card', value: 'For Karen' })
  const { paymentId } = (await clerk.post('/payments', placing)).body as { paymentId: string }
  return { id: placing.cartId, paymentId, order: await clerk.readOrder(placing.cartId) }
}

/** Pays an order and hands its goods over. */
export async function finishOrder(
  clerk: Clerk,
  { id, paymentId }: { id: string; paymentId: string },
): Promise<void> {
  expect((await clerk.post(`/payments/${paymentId}/capture`, { transactionId: 'T1' })).status).toBe(200)
  expect((await clerk.post(`/orders/${id}/complete`)).status).toBe(200)
}

/** The ids of the orders that a query of the list finds. */
export const ordersFound = async (clerk: Clerk, query: Record<string, string>): Promise<string[]> =>
  (await clerk.get('/orders', query)).ok(OrdersAnswer).orders.map(({ id }) => id)

/** The ids of the customers that a search finds. */
export const customersFound = async (clerk: Clerk, search: string): Promise<string[]> =>
  (await clerk.get('/manage/customers', { search })).ok(ManagedCustomersAnswer).customers.map(({ id }) => id)

/** A shop of its own, with somebody of its staff, and a manager. */
export async function openStaffedShop(): Promise<{ shop: Shop; clerk: Clerk; manager: Clerk }> {
  const shop = await openShop()
  return { shop, clerk: await shop.as('staff'), manager: await shop.as('admin') }
}

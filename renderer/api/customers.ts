import type { Static } from 'typebox'
import type {
  Customer,
  CustomerGroupsAnswer,
  CustomersAnswer,
  NewCustomerBody,
  OrganizationsAnswer,
} from '../../core/customers/customer.schema.ts'
import { allOf } from './all-of.ts'
import { get, post, writeHeaders } from './client.ts'
import { getManagedCustomer, replaceCustomer } from './managed-customers.ts'

export type { Customer, NewCustomerBody } from '../../core/customers/customer.schema.ts'

export async function searchCustomers(search: string, signal?: AbortSignal): Promise<Customer[]> {
  const { customers } = await get<CustomersAnswer>('/customers', { search, maxItems: 12 }, signal)
  return customers
}

export function getCustomer(id: string): Promise<Customer> {
  return get(`/customers/${encodeURIComponent(id)}`)
}

/** A customer group or an organization. */
export interface Circle {
  id: string
  name: string
}

export const listCustomerGroups = async (): Promise<Circle[]> =>
  allOf(
    async (page) => get<Static<typeof CustomerGroupsAnswer>>('/customer-groups', page),
    ({ customerGroups }) => customerGroups,
  )

export const listOrganizations = async (): Promise<Circle[]> =>
  allOf(
    async (page) => get<Static<typeof OrganizationsAnswer>>('/organizations', page),
    ({ organizations }) => organizations,
  )

/** @param idempotencyKey under which the same try may be repeated */
export function createCustomer(customer: NewCustomerBody, idempotencyKey: string): Promise<Customer> {
  return post('/customers', customer, writeHeaders({ idempotencyKey }))
}

/** Writes anew what a customer has just been made with. */
export async function rewriteCustomer({ id }: Customer, customer: NewCustomerBody): Promise<Customer> {
  await replaceCustomer(await getManagedCustomer(id), customer)
  return getCustomer(id)
}

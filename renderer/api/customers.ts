import type { Static } from 'typebox'
import type {
  Customer,
  CustomerGroupsAnswer,
  CustomersAnswer,
  NewCustomerBody,
  OrganizationsAnswer,
} from '../../core/customers/customer.schema.ts'
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

export async function listCustomerGroups(): Promise<Circle[]> {
  const answer = await get<Static<typeof CustomerGroupsAnswer>>('/customer-groups', { maxItems: 1000 })
  return answer.customerGroups
}

export async function listOrganizations(): Promise<Circle[]> {
  return (await get<Static<typeof OrganizationsAnswer>>('/organizations', { maxItems: 1000 })).organizations
}

/** @param idempotencyKey under which the same try may be repeated */
export function createCustomer(customer: NewCustomerBody, idempotencyKey: string): Promise<Customer> {
  return post('/customers', customer, writeHeaders({ idempotencyKey }))
}

/** Writes anew what a customer has just been made with. */
export async function rewriteCustomer({ id }: Customer, customer: NewCustomerBody): Promise<Customer> {
  await replaceCustomer(await getManagedCustomer(id), customer)
  return getCustomer(id)
}

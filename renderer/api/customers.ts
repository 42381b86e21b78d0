import type { Static } from 'typebox'
import type {
  Customer,
  CustomerGroupsAnswer,
  CustomersAnswer,
  NewCustomerBody,
  OrganizationsAnswer,
} from '../../core/customers/customer.schema.ts'
import { get, post } from './client.ts'

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

export function createCustomer(customer: NewCustomerBody): Promise<Customer> {
  return post('/customers', customer)
}

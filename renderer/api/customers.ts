import type { Static } from 'typebox'
import type {
  Customer,
  CustomerGroupsAnswer,
  CustomersAnswer,
  OrganizationsAnswer,
} from '../../core/customers/customer.schema.ts'
import { allOf } from './all-of.ts'
import { get } from './client.ts'
import {
  createManagedCustomer,
  getManagedCustomer,
  replaceCustomer,
  type CustomerBody,
} from './managed-customers.ts'

export type { Customer } from '../../core/customers/customer.schema.ts'

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
export async function createCustomer(customer: CustomerBody, idempotencyKey: string): Promise<Customer> {
  const { id } = await createManagedCustomer(customer, idempotencyKey)
  return getCustomer(id)
}

/** Writes anew what a customer has just been made with. */
export async function rewriteCustomer({ id }: Customer, customer: CustomerBody): Promise<Customer> {
  await replaceCustomer(await getManagedCustomer(id), customer)
  return getCustomer(id)
}

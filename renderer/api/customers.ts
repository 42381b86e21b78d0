import type { Customer, CustomersAnswer, NewCustomerBody } from '../../core/customers/customer.schema.ts'
import { get, post } from './client.ts'

export type { Customer, CustomerSummary, NewCustomerBody } from '../../core/customers/customer.schema.ts'

export async function searchCustomers(search: string, signal?: AbortSignal): Promise<Customer[]> {
  const { customers } = await get<CustomersAnswer>('/customers', { search, maxItems: 12 }, signal)
  return customers
}

export function getCustomer(id: string): Promise<Customer> {
  return get(`/customers/${encodeURIComponent(id)}`)
}

export function createCustomer(customer: NewCustomerBody): Promise<Customer> {
  return post('/customers', customer)
}

import type { OrderSearch } from '../../api/orders.ts'
import { knownStatus, SALES } from './order-status.ts'

/** What the list of orders is filtered by; texts, as they stand in its address. */
export const PLAIN_FILTER = {
  search: '',
  status: 'all',
  currency: 'all',
  from: '',
  to: '',
  sort: '-createdDate',
}
export type OrdersFilter = typeof PLAIN_FILTER

const SORTS: readonly string[] = ['createdDate', 'customerName', 'orderTotal'].flatMap((by) => [by, `-${by}`])

/** Whether an address may say so of a filter: it may hold anything. */
export function isOrdersFilter(name: keyof OrdersFilter, text: string): boolean {
  if (name === 'sort') return SORTS.includes(text)
  if (name === 'currency') return /^[A-Z]{3}$/.test(text)
  return name !== 'status' || text === SALES || knownStatus(text) !== undefined
}

/** The filter as the API is asked. */
export const searchOf = ({ currency, status, ...filter }: OrdersFilter): OrderSearch => ({
  ...filter,
  currency: currency === 'all' ? undefined : currency,
  status: status === 'all' ? undefined : status,
})

/** The filter in the query of an address. */
export function filterIn(query: Readonly<Record<string, unknown>>): OrdersFilter {
  const names = Object.keys(PLAIN_FILTER) as (keyof OrdersFilter)[]
  const textOf = (name: keyof OrdersFilter): string => {
    const text = query[name]
    return typeof text === 'string' && isOrdersFilter(name, text) ? text : PLAIN_FILTER[name]
  }
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as OrdersFilter
}

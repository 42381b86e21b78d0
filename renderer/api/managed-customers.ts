import type {
  CustomerBody,
  ManagedCustomer,
  ManagedCustomersAnswer,
  ManagedCustomersQuery,
} from '../../core/customers/manage/managed-customer.schema.ts'
import type { RecordEvent, RecordEventsAnswer } from '../../core/history/record-event.schema.ts'
import type {
  CustomerTurnover,
  EraseAnswer,
  MergeAnswer,
  PersonData,
} from '../../core/people/people.schema.ts'
import type { RecordRemoved } from '../../core/records/record.schema.ts'
import { get, ifSeen, post, queryString, request, writeHeaders, type ListQuery } from './client.ts'

export type { CustomerBody, ManagedCustomer } from '../../core/customers/manage/managed-customer.schema.ts'
export type { CustomerTurnover, EraseAnswer, MergeAnswer } from '../../core/people/people.schema.ts'

/** A record as somebody has seen it. */
type Seen = Pick<ManagedCustomer, 'id' | 'version'>

export type CustomerSearch = ListQuery<ManagedCustomersQuery>

/** The customers of the shop by name. */
export function listManagedCustomers(
  query: CustomerSearch,
  signal?: AbortSignal,
): Promise<ManagedCustomersAnswer> {
  return get('/manage/customers', { ...query }, signal)
}

export function getManagedCustomer(id: string, signal?: AbortSignal): Promise<ManagedCustomer> {
  return get(customerPath(id), {}, signal)
}

/** @param idempotencyKey under which the same try may be repeated */
export function createManagedCustomer(body: CustomerBody, idempotencyKey: string): Promise<ManagedCustomer> {
  return post('/manage/customers', body, writeHeaders({ idempotencyKey }))
}

/** Writes a customer as a whole, where they still are in the version that was seen. */
export async function replaceCustomer(seen: Seen, body: CustomerBody): Promise<ManagedCustomer> {
  return (await request('PUT', customerPath(seen.id), { body, headers: ifSeen(seen) }))
    .body as ManagedCustomer
}

/** Deletes a customer who has no carts and orders, and retires any other. @returns whether they were retired */
export async function removeCustomer(seen: Seen): Promise<boolean> {
  const { body } = await request('DELETE', customerPath(seen.id), { headers: ifSeen(seen) })
  return (body as RecordRemoved).retired
}

/** What was done to a customer, newest first. */
export async function listCustomerEvents(id: string, maxItems: number): Promise<RecordEvent[]> {
  const path = `${customerPath(id)}/events${queryString({ maxItems })}`
  return (await get<RecordEventsAnswer>(path)).events
}

export function getTurnover(id: string, signal?: AbortSignal): Promise<CustomerTurnover> {
  return get(`${customerPath(id)}/turnover`, {}, signal)
}

/** Says what merging a double into a customer would do. */
export function previewMerge(seen: Seen, doubleId: string): Promise<MergeAnswer> {
  return post(`${customerPath(seen.id)}/merge`, { doubleId, dryRun: true }, ifSeen(seen))
}

/**
 * Merges a double into a customer.
 * @param idempotencyKey under which the same try may be repeated
 */
export function mergeCustomers(seen: Seen, doubleId: string, idempotencyKey: string): Promise<MergeAnswer> {
  return post(`${customerPath(seen.id)}/merge`, { doubleId, dryRun: false }, ifSeen(seen, idempotencyKey))
}

/** Everything that is known of the person. */
export function getPersonData(id: string): Promise<PersonData> {
  return get(`${customerPath(id)}/data`)
}

/**
 * Erases what is known of the person, for good.
 * @param idempotencyKey under which the same try may be repeated
 */
export function eraseCustomer(seen: Seen, idempotencyKey: string): Promise<EraseAnswer> {
  return post(`${customerPath(seen.id)}/erase`, {}, ifSeen(seen, idempotencyKey))
}

/** Where programs find a customer, below `/api/v1`. */
export const customerPath = (id: string): string => `/manage/customers/${encodeURIComponent(id)}`

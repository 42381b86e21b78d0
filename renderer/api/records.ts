import type { RecordEvent } from '../../core/history/record-event.schema.ts'
import type { RecordRemoved } from '../../core/records/record.schema.ts'
import { allOf } from './all-of.ts'
import { get, ifSeen, post, queryString, request, writeHeaders, type Query } from './client.ts'

export type { RecordEvent } from '../../core/history/record-event.schema.ts'

interface Seen {
  readonly id: string
  readonly version: number
}

/** The operations of a noun of the shop's own records. */
export interface Records<Listed, Whole extends Seen, Body> {
  /** Where programs find one, below `/api/v1`. */
  pathOf: (id: string) => string
  list: (query: Query, signal?: AbortSignal) => Promise<{ items: Listed[]; nextPagingToken: string | null }>
  get: (id: string, signal?: AbortSignal) => Promise<Whole>
  /** @param idempotencyKey under which the same try may be repeated */
  create: (body: Body, idempotencyKey: string) => Promise<Whole>
  /** Writes it as a whole, where it still is in the version that was seen. */
  replace: (seen: Seen, body: Body) => Promise<Whole>
  /** Deletes one that was never used, and retires any other. @returns whether it was retired */
  remove: (seen: Seen) => Promise<boolean>
  /** What was done to it, newest first. */
  listEvents: (id: string, maxItems: number) => Promise<readonly RecordEvent[]>
}

/**
 * @param path below `/api/v1`: `/manage/shipping-methods`
 * @param listKey what the list is called in its answer
 */
export function recordsAt<Listed, Whole extends Seen, Body = object>(
  path: string,
  listKey: string,
): Records<Listed, Whole, Body> {
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    pathOf,
    async list(query, signal) {
      const answer = await get<Record<string, unknown>>(path, query, signal)
      return {
        items: answer[listKey] as Listed[],
        nextPagingToken: answer['nextPagingToken'] as string | null,
      }
    },
    get: (id, signal) => get<Whole>(pathOf(id), {}, signal),
    create: (body, idempotencyKey) => post<Whole>(path, body, writeHeaders({ idempotencyKey })),
    async replace(seen, body) {
      return (await request('PUT', pathOf(seen.id), { body, headers: ifSeen(seen) })).body as Whole
    },
    async remove(seen) {
      const { body } = await request('DELETE', pathOf(seen.id), { headers: ifSeen(seen) })
      return (body as RecordRemoved).retired
    },
    async listEvents(id, maxItems) {
      return (await get<{ events: RecordEvent[] }>(`${pathOf(id)}/events${queryString({ maxItems })}`)).events
    },
  }
}

/** All records of a noun of which a shop has few. */
export async function listAll<Listed>(
  records: Pick<Records<Listed, never, never>, 'list'>,
  signal?: AbortSignal,
): Promise<Listed[]> {
  return allOf(
    async (page) => records.list(page, signal),
    ({ items }) => items,
  )
}

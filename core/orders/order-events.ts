import type { ReadDb, WriteDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import type { OrderEvent } from './order.schema.ts'

export const because = (text: string, reason: string | null): string => (reason ? `${text}: ${reason}` : text)

/** Writes an entry of the order's history: who did what, when and why. */
export async function recordEvent(
  db: WriteDb,
  { now, name }: Pick<Context, 'now' | 'name'>,
  orderId: string,
  kind: string,
  text: string,
): Promise<void> {
  await insertRow(db, 'order_events', {
    id: newId(),
    order_id: orderId,
    date: timestamp(now),
    actor: name,
    kind,
    text,
  })
}

/** The history of an order, oldest first. */
export async function listEvents(db: ReadDb, orderId: string, page: Page): Promise<Slice<OrderEvent>> {
  const query = db
    .selectFrom('order_events as event')
    .select(['event.id', 'event.date', 'event.actor', 'event.kind', 'event.text'])
    .where('event.order_id', '=', orderId)
  const { rows: kept, next } = await fetchSlice(query, page, 'asc', {
    'event.date': (row) => row.date,
    'event.id': (row) => row.id,
  })
  return { rows: kept.map(({ id: _, ...event }) => event), next }
}

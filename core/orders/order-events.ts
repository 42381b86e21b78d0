import type { ReadDb, WriteDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import { happening, type EventDetails, type OrderEventKind } from './order-event.ts'
import type { OrderEvent } from './order.schema.ts'
import type { OrderEventTable } from './order.table.ts'

/** An entry of an order's history: who did what, when and why. */
export type OrderEventRow = OrderEventTable

export const orderEvent = (
  { now, name }: Pick<Context, 'now' | 'name'>,
  orderId: string,
  kind: OrderEventKind,
  details?: EventDetails,
): OrderEventRow => ({
  id: newId(),
  order_id: orderId,
  date: timestamp(now),
  actor: name,
  ...happening(kind, details),
})

export const recordEvent = async (db: WriteDb, ...event: Parameters<typeof orderEvent>): Promise<void> =>
  insertRow(db, 'order_events', orderEvent(...event))

/** The history of an order, oldest first. */
export async function listEvents(db: ReadDb, orderId: string, page: Page): Promise<Slice<OrderEvent>> {
  const query = db
    .selectFrom('order_events as event')
    .select([
      'event.id',
      'event.order_id',
      'event.date',
      'event.actor',
      'event.kind',
      'event.text',
      'event.details',
    ])
    .where('event.order_id', '=', orderId)
  const { rows: kept, next } = await fetchSlice(query, page, 'asc', {
    'event.date': (row) => row.date,
    'event.id': (row) => row.id,
  })
  return { rows: kept.map(view), next }
}

const view = ({ date, actor, kind, text, details }: OrderEventRow): OrderEvent => ({
  date,
  actor,
  kind,
  text,
  details: details === null ? null : (JSON.parse(details) as EventDetails),
})

import { grouped } from '../database/queries/grouped.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import {
  isOrderEventKind,
  orderEventText,
  type EventDetails,
  type OrderEventKind,
  type Speech,
} from './order-event-texts.ts'
import { happening } from './order-event.ts'
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

/**
 * The history of an order, oldest first.
 * @param speech how it is told; as it was written, in English, where undefined
 */
export async function listEvents(
  db: ReadDb,
  orderId: string,
  page: Page,
  speech?: Speech,
): Promise<Slice<OrderEvent>> {
  const query = events(db).where('event.order_id', '=', orderId)
  const { rows: kept, next } = await fetchSlice(query, page, 'asc', {
    'event.date': (row) => row.date,
    'event.id': (row) => row.id,
  })
  return { rows: kept.map((row) => view(row, speech)), next }
}

/** The whole histories of orders, as they were written, by the orders' ids. */
export async function historiesOf(
  db: ReadDb,
  orderIds: readonly string[],
): Promise<(orderId: string) => OrderEvent[]> {
  const rows = await events(db)
    .where('event.order_id', 'in', orderIds)
    .orderBy('event.date')
    .orderBy('event.id')
    .execute()
  const rowsOf = grouped(rows, 'order_id')
  return (id) => rowsOf(id).map((row) => view(row, undefined))
}

/** Kinds of entries that say to which e-mail something went. */
const OF_EMAILS: readonly OrderEventKind[] = ['receipt.queued', 'receipt.sent', 'receipt.failed']

/**
 * Takes e-mails out of the histories of orders, for good: that something was sent, when and by whom stays.
 * @param isMeant whether it is to be taken out of an entry
 */
export async function forgetEmailsInEvents(
  db: WriteDb,
  orderIds: readonly string[],
  isMeant: (entry: { readonly orderId: string; readonly date: string; readonly email: string }) => boolean,
): Promise<void> {
  if (orderIds.length === 0) return
  const rows = await events(db)
    .where('event.order_id', 'in', orderIds)
    .where('event.kind', 'in', OF_EMAILS)
    .execute()
  for (const { date, details, id, kind, order_id } of rows) {
    const { email } = JSON.parse(details ?? '{}') as EventDetails
    if (email === undefined || !isMeant({ orderId: order_id, date, email })) continue
    // What a server said may name it again.
    const { details: kept, text } = happening(kind as OrderEventKind)
    await db
      .updateTable('order_events')
      .set({ details: kept, text })
      .where((eb) => eb.and({ order_id, date, id }))
      .execute()
  }
}

const events = (db: ReadDb) =>
  db
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

function view(
  { date, actor, kind, text, details: kept }: OrderEventRow,
  speech: Speech | undefined,
): OrderEvent {
  const details = kept === null ? null : (JSON.parse(kept) as EventDetails)
  // What is older than details are has its text only.
  const isTold = speech !== undefined && details !== null && isOrderEventKind(kind)
  return { date, actor, kind, text: isTold ? orderEventText(kind, details, speech) : text, details }
}

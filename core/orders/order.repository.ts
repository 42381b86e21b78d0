import type { Selectable } from 'kysely'
import type { Context } from '../access/context.ts'
import type { PropertyColumns } from '../custom-properties/custom-property.table.ts'
import type { ReadDb, WriteDb } from '../database/database.ts'
import { fetchSlice, type Page, type Slice } from '../database/keyset.ts'
import { timestamp } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { requireTransition } from '../kernel/transitions.ts'
import { orderStatuses, orderTransitions, type OrderState } from './order.ts'
import type { OrderEvent } from './order.schema.ts'
import type {
  OrderAddressTable,
  OrderDiscountTable,
  OrderLineTable,
  OrderShipmentTable,
  OrderTable,
} from './order.table.ts'

export type OrderRow = Selectable<OrderTable>
export type OrderAddressRow = Selectable<OrderAddressTable>
type OrderLineRow = Selectable<OrderLineTable>

/** An order with everything in it but its payments, as stored. */
export interface OrderRecord {
  readonly order: OrderRow
  readonly lines: readonly OrderLineRow[]
  readonly properties: readonly PropertyColumns[]
  readonly lineProperties: ReadonlyMap<string, readonly PropertyColumns[]>
  readonly billingAddress: OrderAddressRow | undefined
  readonly shippingAddress: OrderAddressRow | undefined
  readonly shipment: Selectable<OrderShipmentTable> | undefined
  readonly discounts: readonly Selectable<OrderDiscountTable>[]
}

export const findOrderRow = async (
  db: ReadDb,
  storeId: string,
  orderId: string,
): Promise<OrderRow | undefined> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('store_id', '=', storeId)
    .executeTakeFirst()

/** @throws CommerceError NotFound; an order of another store is not found either */
export async function getOrderRow(db: ReadDb, storeId: string, orderId: string): Promise<OrderRow> {
  const row = await findOrderRow(db, storeId, orderId)
  if (!row) throw notFound('order.not-found', 'There is no such order.')
  return row
}

export async function loadOrder(db: ReadDb, order: OrderRow): Promise<OrderRecord> {
  const orderId = order.id
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const properties = await db
    .selectFrom('order_properties')
    .select(['id', 'key', 'value'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const lineProperties = await db
    .selectFrom('order_line_properties')
    .select(['id', 'line_id', 'key', 'value'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const addresses = await db
    .selectFrom('order_addresses')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute()
  const shipment = await db
    .selectFrom('order_shipments')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  const discounts =
    order.discount_total === 0
      ? []
      : await db
          .selectFrom('order_discounts')
          .selectAll()
          .where('order_id', '=', orderId)
          .orderBy('position')
          .execute()
  return {
    order,
    lines,
    properties,
    lineProperties: Map.groupBy(lineProperties, (property) => property.line_id),
    billingAddress: addresses.find((address) => address.kind === 'billing'),
    shippingAddress: addresses.find((address) => address.kind === 'shipping'),
    shipment,
    discounts,
  }
}

/**
 * Ends every change of an order: the next version, with the columns that change.
 * @returns the order as it is then
 */
export async function updateOrder(
  db: WriteDb,
  { changes }: Context,
  order: OrderRow,
  columns: Partial<Pick<OrderRow, 'status' | 'completed_at' | 'note' | 'payment_total' | 'order_total'>> = {},
): Promise<OrderRow> {
  const changed = { ...order, ...columns, version: order.version + 1 }
  await db
    .updateTable('orders')
    .set({ ...columns, version: changed.version })
    .where('id', '=', order.id)
    .execute()
  changes.push({ type: 'order.changed', id: order.id, version: changed.version })
  return changed
}

/**
 * Moves an order to another state.
 * @throws CommerceError Conflict, saying which state it is in
 */
export async function moveOrder(
  db: WriteDb,
  context: Context,
  order: OrderRow,
  to: OrderState,
): Promise<OrderRow> {
  requireTransition(
    orderTransitions,
    order.status,
    to,
    (from) => `The order is in the state "${orderStatuses[from].name}".`,
  )
  const completed = to === 'completed' ? { completed_at: timestamp(context.now) } : {}
  return updateOrder(db, context, order, { status: to, ...completed })
}

/** Writes an entry of the order's history: who did what, when and why. */
export async function recordEvent(
  db: WriteDb,
  { now, name }: Pick<Context, 'now' | 'name'>,
  orderId: string,
  kind: string,
  text: string,
): Promise<void> {
  await db
    .insertInto('order_events')
    .values({ id: newId(), order_id: orderId, date: timestamp(now), actor: name, kind, text })
    .execute()
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

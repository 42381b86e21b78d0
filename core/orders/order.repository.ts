import type { Selectable } from 'kysely'
import type { Context } from '../access/context.ts'
import type { PropertyColumns } from '../custom-properties/custom-property.table.ts'
import type { ReadDb, WriteDb } from '../database/database.ts'
import { fetchSlice, type Page, type Slice } from '../database/keyset.ts'
import { insertRow, prepared, updateRow } from '../database/prepared.ts'
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

type OfOrder = Readonly<Record<'orderId', string>>

export const findOrderRow = async (
  db: ReadDb,
  storeId: string,
  orderId: string,
): Promise<OrderRow | undefined> => orderRow.first(db, { storeId, orderId })

const orderRow = prepared((db, { storeId, orderId }: OfOrder & { storeId: string }) =>
  db.selectFrom('orders').selectAll().where('id', '=', orderId).where('store_id', '=', storeId),
)

/** @throws CommerceError NotFound; an order of another store is not found either */
export async function getOrderRow(db: ReadDb, storeId: string, orderId: string): Promise<OrderRow> {
  const row = await findOrderRow(db, storeId, orderId)
  if (!row) throw notFound('order.not-found', 'There is no such order.')
  return row
}

export async function loadOrder(db: ReadDb, order: OrderRow): Promise<OrderRecord> {
  const orderId = order.id
  const lines = await orderLines.all(db, { orderId })
  const properties = await orderProperties.all(db, { orderId })
  const lineProperties = await orderLineProperties.all(db, { orderId })
  const addresses = await orderAddresses.all(db, { orderId })
  const shipment = await orderShipment.first(db, { orderId })
  const discounts = order.discount_total === 0 ? [] : await orderDiscounts.all(db, { orderId })
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

const orderLines = prepared((db, { orderId }: OfOrder) =>
  db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('position'),
)

const orderProperties = prepared((db, { orderId }: OfOrder) =>
  db
    .selectFrom('order_properties')
    .select(['id', 'key', 'value'])
    .where('order_id', '=', orderId)
    .orderBy('id'),
)

const orderLineProperties = prepared((db, { orderId }: OfOrder) =>
  db
    .selectFrom('order_line_properties')
    .select(['id', 'line_id', 'key', 'value'])
    .where('order_id', '=', orderId)
    .orderBy('id'),
)

const orderAddresses = prepared((db, { orderId }: OfOrder) =>
  db.selectFrom('order_addresses').selectAll().where('order_id', '=', orderId),
)

const orderShipment = prepared((db, { orderId }: OfOrder) =>
  db.selectFrom('order_shipments').selectAll().where('order_id', '=', orderId),
)

const orderDiscounts = prepared((db, { orderId }: OfOrder) =>
  db.selectFrom('order_discounts').selectAll().where('order_id', '=', orderId).orderBy('position'),
)

/** The number of the store's next order. */
export async function nextOrderNumber(db: WriteDb, storeId: string): Promise<string> {
  const taken = await nextNumber.first(db, { storeId })
  if (!taken) throw new Error(`The store ${storeId} has no order numbers.`)
  return `${taken.prefix}${taken.last_number}`
}

/** What the store's order numbers begin with. */
export async function orderNumberPrefix(db: ReadDb, storeId: string): Promise<string> {
  const numbers = await db
    .selectFrom('order_numbers')
    .select('prefix')
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return numbers?.prefix ?? ''
}

const nextNumber = prepared((db, { storeId }: { storeId: string }) =>
  db
    .updateTable('order_numbers')
    .set((eb) => ({ last_number: eb('last_number', '+', 1) }))
    .where('store_id', '=', storeId)
    .returning(['prefix', 'last_number']),
)

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
  await updateRow(db, 'orders', order.id, { ...columns, version: changed.version })
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

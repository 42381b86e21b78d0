import type { Selectable } from 'kysely'
import type { Context } from '../access/context.ts'
import type { ReadDb, WriteDb } from '../database/database.ts'
import { insertRow, prepared, updateSeen } from '../database/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { conflict, notFound } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { requireTransition } from '../kernel/transitions.ts'
import type { OrderTable } from '../orders/order.table.ts'
import { orderStatuses, orderTransitions, type OrderState } from './order-states.ts'

export type OrderRow = Selectable<OrderTable>

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

/** The number of the store's next order. */
export async function nextOrderNumber(db: WriteDb, storeId: string): Promise<string> {
  const taken = await nextNumber.first(db, { storeId })
  if (!taken) throw new Error(`The store ${storeId} has no order numbers.`)
  return `${taken.prefix}${taken.last_number}`
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
 * @throws CommerceError Conflict where somebody else has changed it since it was read
 */
export async function updateOrder(
  db: WriteDb,
  { changes }: Context,
  order: OrderRow,
  columns: Partial<Omit<OrderRow, 'id' | 'version' | 'store_id' | 'order_number' | 'created_at'>> = {},
): Promise<OrderRow> {
  const { id, version } = order
  const changed = { ...order, ...columns, version: version + 1 }
  if (!(await updateSeen(db, 'orders', id, { version }, { ...columns, version: changed.version }))) {
    throw conflict('order.changed', 'The order has been changed in the meantime; please read it again.')
  }
  changes.push({ type: 'order.changed', id: order.id, version: changed.version })
  return changed
}

/** @throws CommerceError Conflict, saying which state the order is in, where it cannot become another */
export const requireMove = ({ order_number: number, status }: OrderRow, to: OrderState): void =>
  requireTransition(
    orderTransitions,
    status,
    to,
    (from) => `The order ${number} is in the state "${orderStatuses[from].name}".`,
  )

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
  requireMove(order, to)
  const completed = to === 'completed' ? { completed_at: timestamp(context.now) } : {}
  return updateOrder(db, context, order, { status: to, ...completed })
}

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

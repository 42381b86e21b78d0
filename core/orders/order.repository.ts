import { sql, type Selectable } from 'kysely'
import { orderAddressIn, type OrderAddressRecord } from '../customers/address.ts'
import { grouped } from '../database/queries/grouped.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { ofStore } from '../database/queries/of-store.ts'
import { prepared, updateSeen } from '../database/queries/prepared.ts'
import { conflict, notFound } from '../kernel/errors.ts'
import type { Context } from '../operations/context.ts'
import type { OrderDiscountTable, OrderLineTable, OrderTable } from './order.table.ts'
import {
  sortedProperties,
  type PropertyRow,
  type RecordProperties,
  type ShipmentRecord,
  type SoldLineRecord,
  type DiscountRecord,
  byPosition,
  toSoldLine,
  toShipment,
  toDiscount,
} from './order-contents.ts'

export type OrderRow = Selectable<OrderTable>

/** An order with everything in it but its payments, as stored. */
export interface OrderRecord extends RecordProperties {
  readonly order: OrderRow
  readonly lines: readonly SoldLineRecord[]
  readonly billingAddress: OrderAddressRecord | undefined
  readonly shippingAddress: OrderAddressRecord | undefined
  readonly shipment: ShipmentRecord | undefined
  readonly discounts: readonly DiscountRecord[]
}

type OfOrder = Readonly<Record<'orderId', string>>

export const findOrderRow = async (
  db: ReadDb,
  storeId: string,
  orderId: string,
): Promise<OrderRow | undefined> => orderRow.first(db, { storeId, orderId })

const orderRow = prepared((db, { storeId, orderId }: OfOrder & { storeId: string }) =>
  db.selectFrom('orders').selectAll().where('id', '=', orderId).where(ofStore('store_id', storeId)),
)

/** @throws CommerceError NotFound; an order of another store is not found either */
export const getOrderRow = async (db: ReadDb, storeId: string, orderId: string): Promise<OrderRow> =>
  found(await findOrderRow(db, storeId, orderId))

/** The same for a change of the order: whoever changes it waits for its turn here. */
export const lockOrderRow = async (db: WriteDb, storeId: string, orderId: string): Promise<OrderRow> =>
  found(await lockOrderRowIfAny(db, storeId, orderId))

/** The same where there may be none. */
export const lockOrderRowIfAny = async (
  db: WriteDb,
  storeId: string,
  orderId: string,
): Promise<OrderRow | undefined> => orderRowForChange.first(db, { storeId, orderId })

const orderRowForChange = prepared((db, { storeId, orderId }: OfOrder & { storeId: string }) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where(ofStore('store_id', storeId))
    .forUpdate(),
)

function found(row: OrderRow | undefined): OrderRow {
  if (!row) throw notFound('order.not-found', 'There is no such order.')
  return row
}

/**
 * Everything in an order is asked for at once: a server is waited for once, and not for each part of it.
 * @param finding its row, which may have been asked for just before
 */
export async function loadOrder(
  db: ReadDb,
  orderId: string,
  finding: OrderRow | Promise<OrderRow>,
): Promise<OrderRecord> {
  const [order, lines, properties] = await Promise.all([
    finding,
    orderLines.all(db, { orderId }),
    allProperties.all(db, { orderId }),
  ])
  const discounts = order.discount_total === 0 ? [] : await orderDiscounts.all(db, { orderId })
  return recordOf(order, { lines, properties, discounts })
}

/** The same of several orders of a store, in one statement for each part of them. */
export async function loadOrders(
  db: ReadDb,
  storeId: string,
  orderIds: readonly string[],
): Promise<OrderRecord[]> {
  const [orders, lines, properties, discounts] = await Promise.all([
    db
      .selectFrom('orders')
      .selectAll()
      .where('id', 'in', orderIds)
      .where(ofStore('store_id', storeId))
      .execute(),
    linesIn(db, orderIds).execute(),
    propertiesIn(db, orderIds).execute(),
    discountsIn(db, orderIds).execute(),
  ])
  const byId = new Map(orders.map((order) => [order.id, order]))
  const linesOf = grouped(lines, 'order_id')
  const propertiesOf = grouped(properties, 'order_id')
  const discountsOf = grouped(discounts, 'order_id')
  return orderIds.flatMap((id) => {
    const order = byId.get(id)
    if (!order) return []
    return recordOf(order, {
      lines: linesOf(id),
      properties: propertiesOf(id),
      discounts: discountsOf(id),
    })
  })
}

/** What belongs to an order, as it is stored. */
interface Parts {
  readonly lines: Selectable<OrderLineTable>[]
  readonly properties: readonly PropertyRow[]
  readonly discounts: readonly Selectable<OrderDiscountTable>[]
}

function recordOf(order: OrderRow, { lines, properties, discounts }: Parts): OrderRecord {
  return {
    order,
    lines: lines.sort(byPosition).map(toSoldLine),
    ...sortedProperties(properties),
    billingAddress: orderAddressIn(order.billing_address),
    shippingAddress: orderAddressIn(order.shipping_address),
    shipment: toShipment(order),
    discounts: discounts.map(toDiscount),
  }
}

const linesIn = (db: ReadDb, orderIds: readonly string[]) =>
  db.selectFrom('order_lines').selectAll().where('order_id', 'in', orderIds)

/** Those of the orders themselves, whose line is null, and those of their lines. */
const propertiesIn = (db: ReadDb, orderIds: readonly string[]) =>
  db
    .selectFrom('order_properties')
    .select(['id', 'key', 'value', 'order_id', sql<string | null>`null`.as('line_id')])
    .where('order_id', 'in', orderIds)
    .unionAll(
      db
        .selectFrom('order_line_properties')
        .select(['id', 'key', 'value', 'order_id', 'line_id'])
        .where('order_id', 'in', orderIds),
    )
    .orderBy('id')

const discountsIn = (db: ReadDb, orderIds: readonly string[]) =>
  db.selectFrom('order_discounts').selectAll().where('order_id', 'in', orderIds).orderBy('position')

const orderLines = prepared((db, { orderId }: OfOrder) => linesIn(db, [orderId]))
const allProperties = prepared((db, { orderId }: OfOrder) => propertiesIn(db, [orderId]))
const orderDiscounts = prepared((db, { orderId }: OfOrder) => discountsIn(db, [orderId]))

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

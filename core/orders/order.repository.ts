import type { Selectable } from 'kysely'
import type { PropertyColumns } from '../custom-properties/custom-property.table.ts'
import type { ReadDb } from '../database/database.ts'
import { fetchSlice, type Page, type Slice } from '../database/keyset.ts'
import { prepared } from '../database/prepared.ts'
import type { OrderRow } from '../order-records/order-row.repository.ts'
import type { OrderEvent } from './order.schema.ts'
import type {
  OrderAddressTable,
  OrderDiscountTable,
  OrderLineTable,
  OrderShipmentTable,
} from './order.table.ts'

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

/** What the store's order numbers begin with. */
export async function orderNumberPrefix(db: ReadDb, storeId: string): Promise<string> {
  const numbers = await db
    .selectFrom('order_numbers')
    .select('prefix')
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return numbers?.prefix ?? ''
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

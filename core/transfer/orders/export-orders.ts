import type { ReadDb } from '../../database/engine.ts'
import type { Cursor } from '../../kernel/cursor.ts'
import type { Minor } from '../../kernel/money.ts'
import { localMoment } from '../../kernel/time-zone.ts'
import { listOrders, type OrderFilter } from '../../orders/list-orders.ts'
import { orderStatuses } from '../../orders/order-states.ts'
import { orderAddressIn, type OrderAddressRecord } from '../../customers/address.ts'
import type { OrderRow } from '../../orders/order.repository.ts'
import { paymentsToShow } from '../../orders/payments/payment.ts'
import type { PaymentRow } from '../../orders/payments/payment.repository.ts'
import { toLine, type LineRecord } from '../../orders/order-contents.ts'
import { lineDiscount, lineTotal } from '../../pricing/line.ts'
import { getCurrency, getStore, type StoreRecord } from '../../stores/store.repository.ts'
import { csvLine, guarded, writePrice, writeRate } from '../cells.ts'

/** Orders that are in memory at a time. */
const BATCH = 200

/** An order with all that its rows say. */
interface Whole {
  readonly order: OrderRow
  /** That of the store. */
  readonly timeZone: string
  /** ISO 4217. */
  readonly currency: string
  readonly billing: OrderAddressRecord | undefined
  readonly shipping: OrderAddressRecord | undefined
  readonly shippingMethod: string
  /** Those that count, or the last where none does. */
  readonly payments: readonly PaymentRow[]
}

/** A column: its name, and what stands in it. */
interface Column {
  readonly name: string
  readonly cell: (whole: Whole, line: LineRecord) => string | null | undefined
  /** Stands in the first row of an order only, so that a sum over the column is right. */
  readonly isOnce?: boolean
}

const amount = ({ currency }: Whole, minor: Minor): string => writePrice(minor, currency)

/** As the store's clocks show it: on the day that its lists and figures count the order to. */
const moment = ({ timeZone }: Whole, at: string | null): string | null =>
  at === null ? null : localMoment(new Date(at), timeZone)

const place = (prefix: string, of: (whole: Whole) => OrderAddressRecord | undefined): Column[] => [
  { name: `${prefix}Company`, cell: (whole) => of(whole)?.company_name },
  { name: `${prefix}FirstName`, cell: (whole) => of(whole)?.first_name },
  { name: `${prefix}LastName`, cell: (whole) => of(whole)?.last_name },
  { name: `${prefix}Line1`, cell: (whole) => of(whole)?.line1 },
  { name: `${prefix}Line2`, cell: (whole) => of(whole)?.line2 },
  { name: `${prefix}PostalCode`, cell: (whole) => of(whole)?.postal_code },
  { name: `${prefix}City`, cell: (whole) => of(whole)?.city },
  { name: `${prefix}Region`, cell: (whole) => of(whole)?.state },
  { name: `${prefix}Country`, cell: (whole) => of(whole)?.country_name },
]

const total = (name: string, of: (order: OrderRow) => Minor): Column => ({
  name,
  isOnce: true,
  cell: (whole) => amount(whole, of(whole.order)),
})

/** Of an order that was paid in parts, what each of them says, once. */
const ofPayments = (name: string, of: (payment: PaymentRow) => string | null): Column => ({
  name,
  isOnce: true,
  cell: ({ payments }) => [...new Set(payments.map(of))].filter((text) => text !== null).join('; '),
})

const columns: readonly Column[] = [
  { name: 'orderNumber', cell: ({ order }) => order.order_number },
  { name: 'orderId', cell: ({ order }) => order.id },
  { name: 'status', cell: ({ order }) => orderStatuses[order.status].name },
  { name: 'createdDate', cell: (whole) => moment(whole, whole.order.created_at) },
  { name: 'completedDate', cell: (whole) => moment(whole, whole.order.completed_at) },
  { name: 'customerId', cell: ({ order }) => order.customer_id },
  { name: 'firstName', cell: ({ order }) => order.customer_first_name },
  { name: 'lastName', cell: ({ order }) => order.customer_last_name },
  { name: 'email', cell: ({ order }) => order.customer_email_address },
  { name: 'phone', cell: ({ order }) => order.customer_phone_number },
  { name: 'currency', cell: ({ currency }) => currency },
  { name: 'sku', cell: (_, { sku }) => sku },
  { name: 'variantSku', cell: (_, { variantSku }) => variantSku },
  { name: 'product', cell: (_, { productName }) => productName },
  { name: 'quantity', cell: (_, { quantity }) => String(quantity) },
  { name: 'price', cell: (whole, { price }) => amount(whole, price) },
  { name: 'discount', cell: (whole, line) => amount(whole, lineDiscount(line)) },
  { name: 'taxRate', cell: (_, { taxRate }) => writeRate(taxRate) },
  { name: 'tax', cell: (whole, { quantity, tax }) => amount(whole, quantity * tax) },
  { name: 'lineTotal', cell: (whole, line) => amount(whole, lineTotal(line)) },
  total('subTotal', (order) => order.sub_total),
  total('shippingTotal', (order) => order.shipping_total),
  total('paymentTotal', (order) => order.payment_total),
  total('orderDiscount', (order) => order.discount),
  total('orderTax', (order) => order.tax),
  total('orderTotal', (order) => order.order_total),
  ofPayments('paymentMethod', ({ payment_method_name: method }) => method),
  ofPayments('paymentState', ({ state }) => state),
  {
    name: 'refunded',
    isOnce: true,
    cell: (whole) =>
      amount(
        whole,
        whole.payments.reduce((sum, { refunded }) => sum + refunded, 0),
      ),
  },
  ofPayments('transactionId', (payment) => payment.transaction_id),
  { name: 'shippingMethod', isOnce: true, cell: ({ shippingMethod }) => shippingMethod },
  { name: 'note', isOnce: true, cell: ({ order }) => order.note },
  ...place('billing', ({ billing }) => billing),
  ...place('shipping', ({ shipping }) => shipping),
]

/**
 * The placed orders of a store as CSV, a row a line of goods, oldest first, all of them or those that a filter leaves. What is of the whole order stands in its first
 * row only, so that columns may be summed up. Moments are on the store's clock, with its offset. Amounts have a decimal point; a price is of one, without tax, and discount,
 * tax and total are the whole line's.
 */
export async function* exportOrders(
  db: ReadDb,
  storeId: string,
  filter: Omit<OrderFilter, 'sort'> = {},
): AsyncGenerator<string> {
  const store = await getStore(db, storeId)
  yield csvLine(columns.map(({ name }) => name))
  let after: Cursor | undefined
  do {
    const page = { limit: BATCH, after }
    const { next, rows } = await listOrders(db, store, page, { ...filter, sort: 'createdDate' })
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const found = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
    const orders = new Map(found.map((order) => [order.id, order]))
    yield* rowsOf(
      db,
      store,
      ids.flatMap((id) => orders.get(id) ?? []),
    )
    after = next
  } while (after)
}

async function* rowsOf(
  db: ReadDb,
  { timeZone }: StoreRecord,
  orders: readonly OrderRow[],
): AsyncGenerator<string> {
  const ids = orders.map(({ id }) => id)
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('id')
    .execute()
  const linesOf = Map.groupBy(lines, (row) => row.order_id)
  const paymentsOf = Map.groupBy(payments, (row) => row.order_id)
  for (const order of orders) {
    const { isoCode } = await getCurrency(db, order.currency_id)
    const whole: Whole = {
      order,
      timeZone,
      currency: isoCode,
      billing: orderAddressIn(order.billing_address),
      shipping: orderAddressIn(order.shipping_address),
      shippingMethod: order.shipment_name ?? '',
      payments: paymentsToShow(order, paymentsOf.get(order.id) ?? []),
    }
    for (const [index, line] of (linesOf.get(order.id) ?? []).entries()) {
      yield csvLine(
        columns.map(({ cell, isOnce = false }) =>
          isOnce && index > 0 ? '' : guarded(cell(whole, toLine(line)) ?? ''),
        ),
      )
    }
  }
}

import { addressesOf, type CartRecord } from '../carts/cart.repository.ts'
import type { Context } from '../operations/context.ts'
import type { Totals } from '../pricing/totals.ts'
import { findCountries } from '../countries/country.repository.ts'
import type { CustomerRow } from '../customers/customer.repository.ts'
import type { WriteDb } from '../database/engine.ts'
import { insertRow } from '../database/queries/prepared.ts'
import { timestamp } from '../kernel/clock.ts'
import { updateOrder, type OrderRow } from '../orders/order.repository.ts'
import { orderTerms } from '../orders/order-terms.ts'
import type { StoreRecord } from '../stores/store.repository.ts'

/** What is placed, by whom. */
interface Contents {
  readonly store: StoreRecord
  readonly record: CartRecord
  readonly totals: Totals
  readonly customer: CustomerRow
}

/**
 * Writes the order that a cart becomes: everything in it, under the same identifiers, with the names as they are
 * today, so that later changes of catalog, customers or countries leave it as it was agreed.
 */
export async function copyCartToOrder(
  db: WriteDb,
  { now }: Context,
  { orderNumber, ...contents }: Contents & { readonly orderNumber: string },
): Promise<void> {
  await insertRow(db, 'orders', {
    id: contents.record.cart.id,
    store_id: contents.store.id,
    order_number: orderNumber,
    version: 1,
    created_at: timestamp(now),
    ...orderColumns(contents),
  })
  await insertContents(db, contents, orderNumber)
}

/** The same for an order that was opened again: its id, number and date stay, and everything else is as the cart is now. */
export async function copyCartToOrderAgain(
  db: WriteDb,
  context: Context,
  { order, ...contents }: Contents & { readonly order: OrderRow },
): Promise<void> {
  // What refers to lines goes before them.
  for (const table of contentTables) await db.deleteFrom(table).where('order_id', '=', order.id).execute()
  await updateOrder(db, context, order, orderColumns(contents))
  await insertContents(db, contents, order.order_number)
}

const contentTables = [
  'order_discounts',
  'order_line_properties',
  'order_lines',
  'order_properties',
  'order_shipments',
  'order_addresses',
  'order_terms',
] as const

/** The columns of an order that follow from what it is made of; placed a moment ago. */
export const orderColumns = ({
  record: { cart },
  totals,
  customer,
}: Pick<Contents, 'record' | 'totals' | 'customer'>) => ({
  status: 'new' as const,
  completed_at: null,
  culture_code: cart.culture_code,
  currency_id: cart.currency_id,
  note: cart.note,
  customer_id: customer.id,
  customer_first_name: customer.first_name,
  customer_last_name: customer.last_name,
  customer_email_address: customer.email_address,
  customer_phone_number: customer.phone_number,
  sub_total: totals.subTotal,
  shipping_total: totals.shippingTotal,
  payment_total: totals.paymentTotal,
  discount: totals.discount,
  discount_total: totals.discountTotal,
  tax: totals.tax,
  order_total: totals.orderTotal,
})

async function insertContents(db: WriteDb, contents: Contents, orderNumber: string): Promise<void> {
  const { store, record } = contents
  const { cart, lines, properties, lineProperties, shipment, discounts } = record
  const orderId = cart.id
  for (const { cart_id: _, price_is_set: __, ...line } of lines) {
    await insertRow(db, 'order_lines', { ...line, order_id: orderId })
  }
  for (const property of properties) {
    await insertRow(db, 'order_properties', { ...property, order_id: orderId })
  }
  for (const [lineId, ofLine] of lineProperties) {
    for (const { id, key, value } of ofLine) {
      await insertRow(db, 'order_line_properties', { id, key, value, order_id: orderId, line_id: lineId })
    }
  }
  if (shipment) {
    const { cart_id: _, ...columns } = shipment
    await insertRow(db, 'order_shipments', { ...columns, order_id: orderId })
  }
  for (const { cart_id: _, ...discount } of discounts) {
    await insertRow(db, 'order_discounts', { ...discount, order_id: orderId })
  }
  await copyAddresses(db, store, record)
  await insertTerms(db, contents, orderNumber)
}

async function copyAddresses(db: WriteDb, store: StoreRecord, record: CartRecord): Promise<void> {
  const addresses = addressesOf(record)
  const ids = addresses.map((address) => address.country_id)
  const countries = await findCountries(db, store, ids, record.cart.culture_code)
  for (const { cart_id: orderId, ...columns } of addresses) {
    const countryName = countries.get(columns.country_id)?.name ?? ''
    await insertRow(db, 'order_addresses', { ...columns, order_id: orderId, country_name: countryName })
  }
}

async function insertTerms(
  db: WriteDb,
  { store, record, customer }: Contents,
  orderNumber: string,
): Promise<void> {
  const terms = orderTerms({ orderNumber, customer, addresses: addressesOf(record), lines: record.lines })
  for (const term of terms) {
    await insertRow(db, 'order_terms', { store_id: store.id, term, order_id: record.cart.id })
  }
}

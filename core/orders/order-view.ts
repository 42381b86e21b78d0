import { addressFields, type OrderAddressRecord } from '../customers/address.ts'
import type { OrderAddress } from '../customers/address.schema.ts'
import { grouped } from '../database/queries/grouped.ts'
import type { ReadDb } from '../database/engine.ts'
import { toRate } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { getOrderRow, loadOrder, loadOrders, type OrderRecord } from './order.repository.ts'
import { orderStatuses } from './order-states.ts'
import { paymentsToShow } from './payments/payment.ts'
import {
  everyPaymentIn,
  everyPaymentOf,
  viewPayments,
  type PaymentRow,
} from './payments/payment.repository.ts'
import { methodOfShipment } from '../shipping-methods/shipping-method.repository.ts'
import { getCurrency, getStore, type StoreRecord } from '../stores/store.repository.ts'
import { priceGroupNames } from '../price-groups/price-group.repository.ts'
import type { GetOrderAnswer, Order } from './order.schema.ts'
import {
  viewTotals,
  viewDiscount,
  isNotOfLine,
  byLine,
  viewProperty,
  viewShipment,
  viewLine,
} from './order-line-view.ts'

/**
 * Section 2.10.
 * @throws CommerceError NotFound
 */
export async function getOrder(
  db: ReadDb,
  { storeId }: Pick<Context, 'storeId'>,
  orderId: string,
): Promise<Order> {
  return viewOrder(db, ...(await loadShown(db, storeId, orderId)))
}

/** The same of several orders, in few statements. One that is not there is left out. */
export async function getOrders(
  db: ReadDb,
  { storeId }: Context,
  orderIds: readonly string[],
): Promise<Order[]> {
  const records = await loadOrders(db, storeId, orderIds)
  const paymentsOf = grouped(await everyPaymentIn(db, orderIds), 'order_id')
  const orders: Order[] = []
  // One after another: what is kept of reference data is asked for once.
  for (const record of records) orders.push(await viewOrder(db, record, paymentsOf(record.order.id)))
  return orders
}

/**
 * The same of one order, with the price groups that its lines were sold at.
 * @throws CommerceError NotFound
 */
export async function getOrderWithPriceGroups(
  db: ReadDb,
  { storeId }: Context,
  orderId: string,
): Promise<GetOrderAnswer> {
  const [record, payments] = await loadShown(db, storeId, orderId)
  const nameOf = await priceGroupNames(db, await getStore(db, storeId), record.order.culture_code)
  const byGroup = Map.groupBy(record.lines, (line) => line.priceGroupId)
  return {
    ...(await viewOrder(db, record, payments)),
    priceGroups: [...byGroup].map(([id, lines]) => ({
      id,
      name: nameOf(id),
      lineIds: lines.map((line) => line.id),
    })),
  }
}

const loadShown = async (db: ReadDb, storeId: string, orderId: string) =>
  Promise.all([loadOrder(db, orderId, getOrderRow(db, storeId, orderId)), everyPaymentOf(db, orderId)])

async function viewOrder(db: ReadDb, record: OrderRecord, payments: readonly PaymentRow[]): Promise<Order> {
  const { order } = record
  const store = await getStore(db, order.store_id)
  const currency = await getCurrency(db, order.currency_id)
  if (!record.billingAddress) throw new Error(`The order ${order.id} has no billing address.`)
  const properties = record.properties.map(viewProperty)
  const orderLines = viewLines(record, currency.isoCode)
  const totals = viewTotals(
    {
      subTotal: order.sub_total,
      shippingTotal: order.shipping_total,
      paymentTotal: order.payment_total,
      discount: order.discount,
      discountTotal: order.discount_total,
      tax: order.tax,
      orderTotal: order.order_total,
    },
    currency.isoCode,
  )
  return {
    id: order.id,
    orderNumber: order.order_number,
    orderStatus: orderStatuses[order.status],
    createdDate: order.created_at,
    completedDate: order.completed_at,
    cultureCode: order.culture_code,
    note: order.note,
    ...totals,
    vat: totals.tax,
    store: { id: store.id, name: store.name, description: store.description },
    billingAddress: viewAddress(record.billingAddress),
    billingCurrency: currency,
    customer: {
      id: order.customer_id,
      firstName: order.customer_first_name,
      lastName: order.customer_last_name,
      emailAddress: order.customer_email_address,
      phoneNumber: order.customer_phone_number,
    },
    customProperties: properties,
    orderProperties: properties,
    discounts: record.discounts.filter(isNotOfLine).map((row) => viewDiscount(row, currency.isoCode)),
    orderLines,
    payments: await viewPayments(db, store, paymentsToShow(order, payments), {
      culture: order.culture_code,
      currency: currency.isoCode,
    }),
    shipments: await viewShipments(db, store, record, orderLines, currency.isoCode),
    additionalAddresses: null,
  }
}

function viewLines({ lines, lineProperties, discounts }: OrderRecord, currency: string) {
  const ofLines = byLine(discounts)
  return lines.map((line) => ({
    ...viewLine(line, ofLines, currency),
    orderLineProperties: (lineProperties.get(line.id) ?? []).map(viewProperty),
  }))
}

/** One shipment holds all lines. */
async function viewShipments(
  db: ReadDb,
  store: StoreRecord,
  record: OrderRecord,
  orderLines: Order['orderLines'],
  currency: string,
) {
  const { order, shipment, shippingAddress } = record
  if (!shipment || !shippingAddress) return []
  const view = viewShipment(shipment, currency)
  return [
    {
      ...view,
      orderLines,
      shipmentAddress: viewAddress(shippingAddress),
      shippingMethod: await methodOfShipment(db, store, shipment, order.culture_code),
      vat: view.tax,
      vatRate: toRate(shipment.taxRate),
    },
  ]
}

const viewAddress = (row: OrderAddressRecord): OrderAddress => ({
  ...addressFields(row),
  country: { id: row.country_id, name: row.country_name },
})

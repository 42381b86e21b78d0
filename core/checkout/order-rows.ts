import { addressesOf, type CartRecord } from '../carts/cart.repository.ts'
import {
  addressText,
  nameOf,
  namesIn,
  type AddressRecord,
  type OrderAddressRecord,
} from '../customers/address.ts'
import type { CustomerRow } from '../customers/customer.repository.ts'
import type { TableRows } from '../database/queries/prepared.ts'
import { happening } from '../orders/order-event.ts'
import { discountColumns, lineColumns, shipmentColumns } from '../orders/order-contents.ts'
import { orderTerms } from '../orders/order-terms.ts'
import type { PaymentTerms } from '../payment-methods/payment-method.repository.ts'
import type { Totals } from '../pricing/totals.ts'

/** What is placed, by whom, and how it is paid. */
export interface Placement {
  readonly record: CartRecord
  readonly totals: Totals
  readonly customer: CustomerRow
  readonly terms: PaymentTerms
  /** ISO 8601 in UTC. */
  readonly date: string
  /** Who places it, as the history names them. */
  readonly actor: string
  readonly countryName: (countryId: string) => string
  /** Whether goods are gift cards now. */
  readonly isGiftCard: (variantId: string) => boolean
  /** Identifiers for what a cart does not have. */
  readonly newId: () => string
}

/**
 * The rows of the order that a cart becomes, in every table that an order has: everything in the cart, under the same
 * identifiers, with the names as they are today, so that later changes of catalog, customers or countries leave it as
 * it was agreed. And the terms that it is found by.
 */
export function orderRows(placement: Placement, orderNumber: string) {
  const { record, totals, customer, date, actor, countryName, isGiftCard, newId } = placement
  const { cart, lines, properties, lineProperties, shipment, discounts } = record
  const orderId = cart.id
  const addresses = addressesOf(record)
  const terms = orderTerms({ id: orderId, storeId: cart.store_id, orderNumber, customer, addresses, lines })
  const withCountry = (address: AddressRecord | undefined): OrderAddressRecord | undefined =>
    address && { ...address, country_name: countryName(address.country_id) }
  // Who is known by an e-mail or a phone number alone is called as on the bill.
  const { first_name, last_name } =
    nameOf(customer) === null && record.billingAddress ? namesIn(record.billingAddress) : customer
  const order = {
    id: orderId,
    store_id: cart.store_id,
    order_number: orderNumber,
    version: 1,
    created_at: date,
    status: 'new' as const,
    completed_at: null,
    culture_code: cart.culture_code,
    currency_id: cart.currency_id,
    note: cart.note,
    customer_id: customer.id,
    customer_first_name: first_name,
    customer_last_name: last_name,
    customer_email_address: customer.email_address,
    customer_phone_number: customer.phone_number,
    sub_total: totals.subTotal,
    shipping_total: totals.shippingTotal,
    payment_total: totals.paymentTotal,
    discount: totals.discount,
    discount_total: totals.discountTotal,
    tax: totals.tax,
    order_total: totals.orderTotal,
    search_terms: terms.text,
    billing_address: addressText(withCountry(record.billingAddress)),
    shipping_address: addressText(withCountry(record.shippingAddress)),
    ...shipmentColumns(shipment),
  }
  const rows = {
    orders: [order] as const,
    order_lines: lines.map((line) => ({
      ...lineColumns(line),
      order_id: orderId,
      is_gift_card: Number(isGiftCard(line.variantId)),
    })),
    order_properties: properties.map(({ id, key, value }) => ({ id, key, value, order_id: orderId })),
    order_line_properties: [...lineProperties].flatMap(([lineId, ofLine]) =>
      ofLine.map(({ id, key, value }) => ({ id, key, value, order_id: orderId, line_id: lineId })),
    ),
    order_discounts: discounts.map((discount) => ({ ...discountColumns(discount), order_id: orderId })),
    payments: [paymentRow(placement)] as const,
    order_events: [
      {
        id: newId(),
        order_id: orderId,
        date,
        actor,
        ...happening('order.placed', { orderNumber }),
      },
    ],
  } satisfies TableRows
  return { rows, terms }
}

/** A payment that has not been received. */
export const paymentRow = ({
  record: { cart },
  totals,
  terms,
  date,
  newId,
}: Pick<Placement, 'record' | 'totals' | 'terms' | 'date' | 'newId'>) => ({
  id: newId(),
  order_id: cart.id,
  store_id: cart.store_id,
  payment_method_id: terms.methodId,
  payment_method_name: terms.methodName,
  state: 'pending' as const,
  amount: totals.orderTotal,
  fee: terms.fee,
  fee_ppm: terms.feeRate,
  fee_total: totals.paymentTotal,
  refunded: 0,
  transaction_id: null,
  cash_given: null,
  received_in_cash: null,
  created_at: date,
})

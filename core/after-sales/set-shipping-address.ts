import { cartChanged, changedAt, getCartRow, holdCart } from '../carts/cart.repository.ts'
import {
  addressColumns,
  addressText,
  addressTexts,
  nameOf,
  type OrderAddressRecord,
} from '../customers/address.ts'
import { findCustomerRow } from '../customers/customer.repository.ts'
import type { AddressColumns } from '../customers/customer.table.ts'
import type { WriteDb } from '../database/engine.ts'
import { updateSeen } from '../database/queries/prepared.ts'
import { badRequest, CommerceError, conflict, said } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Context } from '../operations/context.ts'
import { requireState } from '../orders/move-order.ts'
import { recordEvent } from '../orders/order-events.ts'
import type { OrderState } from '../orders/order-states.ts'
import { deleteTermRows, insertTermRows, orderTerms, type OrderTerms } from '../orders/order-terms.ts'
import { loadOrder, lockOrderRow, updateOrder, type OrderRecord } from '../orders/order.repository.ts'
import type { ShippingAddressBody } from '../orders/order.schema.ts'
import { findDelivery } from '../shipping-methods/shipping-method.repository.ts'
import { missingForDelivery } from '../checkout/require-placeable.ts'

/** States in which the goods may still be sent somewhere else; of a reopened order, the cart is changed. */
const NOT_SENT: readonly OrderState[] = ['new', 'paid']

/**
 * Sends the goods of an order to another address than was agreed, paid or not: within the same country, so that it costs
 * what it did. What it was before stays in the history. Its cart, which may be opened again, has it, too.
 * @param expectedAddressId the id of the address that the caller has seen, where they say so; each change gives it another
 * @throws CommerceError NotFound; BadRequest naming what is missing, or another country; Conflict where the order is past
 *   it, delivers nothing, or goes somewhere else by now
 */
export async function setShippingAddress(
  db: WriteDb,
  context: Context,
  orderId: string,
  { shippingAddress: body, expectedAddressId }: ShippingAddressBody,
): Promise<void> {
  // Its cart first, as whoever places it does: two who lock in different orders wait for each other.
  await holdCart(db, context.storeId, orderId)
  const order = await lockOrderRow(db, context.storeId, orderId)
  const record = await loadOrder(db, orderId, order)
  const before = await addressToChange(db, record)
  if (expectedAddressId !== undefined && expectedAddressId !== before.id) {
    throw conflict(
      'order.shipping-address-changed',
      said`has been changed to “${{ now: addressLine(before) }}” in the meantime`,
      'shippingAddress',
    )
  }
  const address = addressColumns('Shipment', body)
  if (address.country_id !== before.country_id) {
    throw badRequest(
      'order.other-country',
      said`must stay ${{ country: before.country_name }}: what the order costs is for it; cancel the order, and place it anew`,
      'shippingAddress.countryId',
    )
  }
  const faults = await missingForDelivery(db, address)
  if (faults.length > 0) throw new CommerceError('BadRequest', 'order.address-incomplete', faults)
  if (saysTheSame(address, before)) return

  const changed: OrderAddressRecord = { ...address, id: newId(), country_name: before.country_name }
  const terms = await termsWith(db, record, changed)
  await deleteTermRows(db, order)
  await updateOrder(db, context, order, {
    shipping_address: addressText(changed),
    search_terms: terms.text,
  })
  await insertTermRows(db, terms)
  await sendCart(db, context, orderId, changed)
  await recordEvent(db, context, orderId, 'order.shipping-address', {
    shippingAddress: addressLine(changed),
    shippingAddressBefore: addressLine(before),
  })
}

/** The cart that the order was placed from stays what it is, in its next version. */
async function sendCart(
  db: WriteDb,
  { changes, now, storeId }: Context,
  cartId: string,
  { country_name: _, ...address }: OrderAddressRecord,
): Promise<void> {
  const cart = await getCartRow(db, storeId, cartId)
  const version = cart.version + 1
  const columns = { version, ...changedAt(now), shipping_address: addressText(address) }
  const isSent = await updateSeen(db, 'carts', cartId, { version: cart.version }, columns)
  if (!isSent) throw cartChanged(cart)
  changes.push({ type: 'cart.changed', id: cartId, version })
}

const saysTheSame = (address: AddressColumns, before: AddressColumns): boolean =>
  (Object.keys(address) as (keyof AddressColumns)[]).every((column) => address[column] === before[column])

/** The address that the goods of an order go to, where they have not gone yet. @throws CommerceError Conflict */
async function addressToChange(
  db: WriteDb,
  { order, shipment, shippingAddress }: OrderRecord,
): Promise<OrderAddressRecord> {
  requireState(order, NOT_SENT)
  if (!shipment || !shippingAddress) throw conflict('order.no-shipment', 'The order has no shipment.')
  const delivery = await findDelivery(db, shipment.shippingMethodId)
  if (delivery?.delivers === false) {
    const text = said`The order ${{ number: order.order_number }} is collected, and sent nowhere.`
    throw conflict('order.collected', text)
  }
  return shippingAddress
}

/** What the order is found by with another address. */
async function termsWith(
  db: WriteDb,
  { order, lines, billingAddress }: OrderRecord,
  shippingAddress: OrderAddressRecord,
): Promise<OrderTerms> {
  const { id, store_id: storeId, order_number: orderNumber, customer_id } = order
  const known = await findCustomerRow(db, storeId, customer_id)
  // Who has no name is called as on the bill, which is no name that all orders of the customer are found by.
  const isNamed = known === undefined || nameOf(known) !== null
  const customer = {
    id: customer_id,
    first_name: isNamed ? order.customer_first_name : '',
    last_name: isNamed ? order.customer_last_name : '',
    email_address: order.customer_email_address,
    phone_number: order.customer_phone_number,
  }
  const addresses = [billingAddress, shippingAddress].filter((address) => address !== undefined)
  return orderTerms({ id, storeId, orderNumber, customer, addresses, lines })
}

/** An address in one line: `Anna Holm, Kastanienallee 5, 10435 Berlin, Germany, anna@holm.example`. */
const addressLine = ({ company_name, country_name, ...address }: OrderAddressRecord): string =>
  [company_name, nameOf(address), ...addressTexts(address, country_name)].filter(Boolean).join(', ')

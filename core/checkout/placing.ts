import {
  addressesOf,
  cartChanged,
  changedAt,
  getCartRow,
  type CartRecord,
  type CartRow,
} from '../carts/cart.repository.ts'
import { giftCardGoods } from '../catalog/product.repository.ts'
import { findCountries } from '../countries/country.repository.ts'
import type { CustomerRow } from '../customers/customer.repository.ts'
import type { WriteDb } from '../database/engine.ts'
import { insertAll, prepared, updateSeen, type TableRows } from '../database/queries/prepared.ts'
import { etagOf, hasSeen } from '../http/etag.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, CommerceError, conflict, fault, notFound, said, type Fault } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { plainAmount, toMinor, type Minor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import type { PlaceOrderBody } from '../orders/payments/payment.schema.ts'
import type { OrderRow } from '../orders/order.repository.ts'
import { insertTermRows, type OrderTerms } from '../orders/order-terms.ts'
import { shipmentColumns } from '../orders/order-contents.ts'
import type { PaymentTerms } from '../payment-methods/payment-method.repository.ts'
import type { Totals } from '../pricing/totals.ts'
import { getCurrency, type StoreRecord } from '../stores/store.repository.ts'
import type { Placement } from './order-rows.ts'

/** What a cart is placed, or paid, with. */
export interface Placing {
  readonly record: CartRecord
  /** The same as it was kept: with other discounts, where campaigns have begun, ended or been changed since. */
  readonly kept: CartRecord
  /** Whether it has been placed before, and was opened again since. */
  readonly hasOrder: boolean
  readonly terms: PaymentTerms
  readonly totals: Totals
}

/**
 * The cart that becomes an order, locked.
 * @throws CommerceError NotFound; BadRequest for one of another store; Conflict where it is abandoned
 */
export async function getCartToPlace(
  db: WriteDb,
  store: StoreRecord,
  cartId: string,
): Promise<{ cart: CartRow; hasOrder: boolean }> {
  // Its order is read behind the cart: whoever held that until now may have placed it.
  const [cart, order] = await Promise.all([
    cartOfAnyStore.first(db, { cartId }),
    orderOfCart.first(db, { cartId }),
  ])
  if (!cart) throw notFound('cart.not-found', 'there is no such cart', 'cartId')
  if (cart.store_id !== store.id)
    throw badRequest('cart.other-store', 'does not belong to the store', 'cartId')
  if (cart.state === 'abandoned') {
    if (!order) throw conflict('cart.abandoned', 'The cart has been abandoned.')
    const { orderNumber } = order
    throw conflict('cart.cancelled', said`The order ${{ orderNumber }} has been cancelled.`)
  }
  return { cart, hasOrder: order !== undefined }
}

const cartOfAnyStore = prepared((db, { cartId }: { cartId: string }) =>
  db.selectFrom('carts').selectAll().where('id', '=', cartId).forUpdate(),
)

const orderOfCart = prepared((db, { cartId }: { cartId: string }) =>
  db.selectFrom('orders').select('order_number as orderNumber').where('id', '=', cartId),
)

/** @throws CommerceError Conflict where goods were taken back with the cart, and nothing was sold */
export function requireSale({
  order_number: orderNumber,
  status,
}: Pick<OrderRow, 'order_number' | 'status'>): void {
  if (status !== 'return') return
  throw conflict(
    'cart.returned',
    said`The goods of the cart have been taken back with the return ${{ orderNumber }}.`,
  )
}

/**
 * Nobody is charged what they have not seen.
 * @param cost what the order would cost now; undefined where it cannot be paid like this, which is the next refusal
 * @throws CommerceError Conflict, with the cart's version, where the caller has seen another one or another total
 */
export async function requireSeen(
  db: WriteDb,
  { ifMatch }: Context,
  { expectedTotal }: Pick<PlaceOrderBody, 'expectedTotal'>,
  cart: CartRow,
  cost: Minor | undefined,
): Promise<void> {
  const faults: Fault[] = []
  if (expectedTotal !== undefined && cost !== undefined) {
    const { isoCode } = await getCurrency(db, cart.currency_id)
    const expected = toMinor(expectedTotal, isoCode)
    if (expected !== cost) {
      const [total, seen] = [plainAmount(cost, isoCode), plainAmount(expected, isoCode)]
      const text = said`the order would cost ${{ total }}, not ${{ seen }}`
      faults.push(fault('order.total', text, 'expectedTotal'))
    }
  }
  // On a placed cart, any version since it was placed: whoever has lost the answer repeats the request.
  if (!hasSeen(ifMatch, cart.version, cart.placed_version ?? undefined)) throw cartChanged(cart, ...faults)
  if (faults.length > 0) {
    throw new CommerceError('Conflict', 'order.total', faults, { etag: etagOf(cart.version) })
  }
}

/** What an order's rows are made of. */
export async function placementOf(
  db: WriteDb,
  { now, name }: Context,
  store: StoreRecord,
  { record, terms, totals }: Placing,
  customer: CustomerRow,
): Promise<Placement> {
  const ids = addressesOf(record).map((address) => address.country_id)
  const countries = await findCountries(db, store, ids, record.cart.culture_code)
  const countryName = (countryId: string): string => countries.get(countryId)?.name ?? ''
  const { isGiftCard } = await giftCardGoods(db, store.id)
  const date = timestamp(now)
  return { record, totals, customer, terms, date, actor: name, countryName, isGiftCard, newId }
}

/** Writes the rows of an order that was not there before, with the terms that it is found by. */
export async function addOrder(
  db: WriteDb,
  { changes }: Context,
  rows: TableRows & { readonly orders: readonly [{ readonly id: string }] },
  terms: OrderTerms,
): Promise<void> {
  await insertAll(db, rows)
  await insertTermRows(db, terms)
  changes.push({ type: 'order.placed', id: rows.orders[0].id, version: 1 })
}

/**
 * The cart shows what the order costs with its payment.
 * @returns its new version
 * @throws CommerceError Conflict where somebody else has changed it since it was read
 */
export async function closeCart(
  db: WriteDb,
  { now }: Context,
  { record, kept, totals }: Placing,
  customerId: string,
): Promise<number> {
  const { cart } = record
  const version = cart.version + 1
  const seen = { version: cart.version }
  const isClosed = await updateSeen(db, 'carts', cart.id, seen, {
    state: 'ordered',
    version,
    placed_version: cart.placed_version ?? cart.version,
    ...changedAt(now),
    customer_id: customerId,
    customer_from_bill: cart.customer_id === null ? 1 : cart.customer_from_bill,
    payment_total: totals.paymentTotal,
    order_total: totals.orderTotal,
    ...(record !== kept && {
      discount: totals.discount,
      discount_total: totals.discountTotal,
      ...shipmentColumns(record.shipment),
    }),
  })
  if (!isClosed) throw cartChanged(await getCartRow(db, cart.store_id, cart.id))
  return version
}

import { findCustomerRow, type CustomerRow } from '../customers/customer.repository.ts'
import type { ReadDb } from '../database/engine.ts'
import { badRequest } from '../kernel/errors.ts'
import { toMajor } from '../kernel/money.ts'
import type { Context } from '../operations/context.ts'
import { findPaymentTerms, type PaymentTerms } from '../payment-methods/payment-method.repository.ts'
import { paymentsOf } from '../orders/payments/payment.repository.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { cartTotals, viewCart } from './cart-view.ts'
import {
  getCartRow,
  loadCart,
  loadCarts,
  requireCartCurrency,
  type CartRecord,
  type CartRow,
} from './cart.repository.ts'
import type { Cart } from './cart.schema.ts'
import { withDiscountsOfNow } from './discounts-now.ts'

/** What a cart's totals are reckoned with: the fee of a payment method in a price group, else in that of the first line. */
interface PaidBy {
  readonly paymentMethodId?: string | undefined
  readonly priceGroupId?: string | undefined
}

/**
 * Section 4.3. With a payment method and a price group, the totals are those the cart would be placed with; nothing
 * is kept of it.
 * @throws CommerceError NotFound for the cart, BadRequest for a payment method that the price group cannot use
 */
export async function getCart(
  db: ReadDb,
  context: Context,
  cartId: string,
  paidBy: PaidBy,
): Promise<{ cart: Cart; version: number }> {
  const kept = await loadCart(db, cartId, getCartRow(db, context.storeId, cartId))
  return viewNow(db, context, kept, paidBy)
}

/** The same of several carts, most of which are one customer's, in few statements. One that is not there is left out. */
export async function getCarts(
  db: ReadDb,
  context: Context,
  cartIds: readonly string[],
  customerId: string,
): Promise<Cart[]> {
  const kept = await loadCarts(db, context.storeId, cartIds)
  const customer = await findCustomerRow(db, context.storeId, customerId)
  const carts: Cart[] = []
  // One after another: what is kept of reference data is asked for once.
  for (const record of kept) carts.push((await viewNow(db, context, record, {}, customer)).cart)
  return carts
}

async function viewNow(
  db: ReadDb,
  context: Context,
  kept: CartRecord,
  paidBy: PaidBy,
  customer?: CustomerRow,
): Promise<{ cart: Cart; version: number }> {
  const record = await withDiscountsOfNow(db, context, kept)
  const terms = await paymentTerms(db, record, paidBy)
  if (terms === 'unknown') {
    throw badRequest('cart.price-group', 'is needed to tell what the payment method costs', 'priceGroupId')
  }
  if (terms === 'unavailable') {
    throw badRequest('payment-method.unavailable', 'cannot be used with this price group', 'paymentMethodId')
  }
  const cart = await viewCart(db, record, cartTotals(record, terms), customer)
  if (record === kept) return { cart, version: kept.cart.version }
  const earlierTotal = toMajor(cartTotals(kept, terms).orderTotal, cart.billingCurrency.isoCode)
  return { cart: { ...cart, earlierTotal }, version: kept.cart.version }
}

/** The cart as a change leaves it. What it cannot be paid with any more adds nothing, and keeps no change from being made. */
export async function getCartAfterChange(
  db: ReadDb,
  { storeId }: Context,
  cartId: string,
  paidBy: PaidBy,
): Promise<Cart> {
  const record = await loadCart(db, cartId, getCartRow(db, storeId, cartId))
  const terms = await paymentTerms(db, record, paidBy)
  return viewCart(db, record, cartTotals(record, typeof terms === 'string' ? undefined : terms))
}

/** A placed cart shows the fee of its own payment, whatever the method costs by now. */
async function isPaidBy(db: ReadDb, cart: CartRow, methodId: string): Promise<boolean> {
  if (cart.state !== 'ordered') return false
  return (await paymentsOf(db, cart.id)).some((payment) => payment.payment_method_id === methodId)
}

/** Undefined where the cart's own fee counts; `unknown` without a price group, `unavailable` in one that cannot use it. */
async function paymentTerms(
  db: ReadDb,
  { cart, lines }: CartRecord,
  { paymentMethodId, priceGroupId = lines[0]?.priceGroupId }: PaidBy,
): Promise<PaymentTerms | 'unknown' | 'unavailable' | undefined> {
  if (paymentMethodId === undefined || (await isPaidBy(db, cart, paymentMethodId))) return undefined
  if (priceGroupId === undefined) return 'unknown'
  const priceGroup = await getPriceGroup(db, cart.store_id, priceGroupId)
  requireCartCurrency(cart, priceGroup)
  const terms = await findPaymentTerms(db, cart.store_id, paymentMethodId, {
    priceGroup,
    countryId: undefined,
  })
  return terms ?? 'unavailable'
}

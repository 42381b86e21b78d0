import type { Context } from '../access/context.ts'
import type { ReadDb } from '../database/database.ts'
import { badRequest } from '../kernel/errors.ts'
import { findPaymentTerms, type PaymentTerms } from '../payment-methods/payment-method.repository.ts'
import { paymentsOf } from '../payments/payment.repository.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import { cartTotals, viewCart } from './cart-view.ts'
import { getCartRow, loadCart, requireCartCurrency, type CartRow } from './cart.repository.ts'
import type { Cart } from './cart.schema.ts'

/**
 * Section 4.3. With a payment method and a price group, the totals are those the cart would be placed with; nothing
 * is kept of it.
 * @throws CommerceError NotFound for the cart, BadRequest for a payment method that the price group cannot use
 */
export async function getCart(
  db: ReadDb,
  { storeId }: Context,
  cartId: string,
  {
    paymentMethodId,
    priceGroupId,
  }: { paymentMethodId?: string | undefined; priceGroupId?: string | undefined },
): Promise<{ cart: Cart; version: number }> {
  const record = await loadCart(db, await getCartRow(db, storeId, cartId))
  const terms =
    paymentMethodId === undefined || (await isPaidBy(db, record.cart, paymentMethodId))
      ? undefined
      : await paymentTerms(db, record.cart, paymentMethodId, priceGroupId ?? record.lines[0]?.price_group_id)
  return { cart: await viewCart(db, record, cartTotals(record, terms)), version: record.cart.version }
}

/** A placed cart shows the fee of its own payment, whatever the method costs by now. */
async function isPaidBy(db: ReadDb, cart: CartRow, methodId: string): Promise<boolean> {
  if (cart.state !== 'ordered') return false
  return (await paymentsOf(db, cart.id)).some((payment) => payment.payment_method_id === methodId)
}

async function paymentTerms(
  db: ReadDb,
  cart: CartRow,
  methodId: string,
  priceGroupId: string | undefined,
): Promise<PaymentTerms> {
  if (priceGroupId === undefined) {
    throw badRequest('cart.price-group', 'is needed to tell what the payment method costs', 'priceGroupId')
  }
  const priceGroup = await getPriceGroup(db, cart.store_id, priceGroupId)
  requireCartCurrency(cart, priceGroup)
  const terms = await findPaymentTerms(db, cart.store_id, methodId, { priceGroup, countryId: undefined })
  if (!terms) {
    throw badRequest('payment-method.unavailable', 'cannot be used with this price group', 'paymentMethodId')
  }
  return terms
}

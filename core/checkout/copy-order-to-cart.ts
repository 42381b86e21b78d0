import { addLine } from '../carts/add-line.ts'
import { putAddress } from '../carts/cart.repository.ts'
import { createCart } from '../carts/create-cart.ts'
import { updateCart } from '../carts/update-cart.ts'
import { findCustomerRow } from '../customers/customer.repository.ts'
import { findWalkInCustomer } from '../customers/walk-in-customer.ts'
import type { WriteDb } from '../database/engine.ts'
import { updateRow } from '../database/queries/prepared.ts'
import type { Context } from '../operations/context.ts'
import { getOrderRow, loadOrder } from '../orders/order.repository.ts'
import { getCurrency } from '../stores/store.repository.ts'

/**
 * Copies an order into a new cart, to sell the same again: goods at today's prices, customer and billing address. The
 * delivery and where it goes are chosen anew, because it may cost something else today.
 * @returns the cart's id
 * @throws CommerceError NotFound; BadRequest where something of it is no longer sold
 */
export async function copyOrderToCart(db: WriteDb, context: Context, orderId: string): Promise<string> {
  const order = await getOrderRow(db, context.storeId, orderId)
  const { lines, lineProperties, billingAddress } = await loadOrder(db, order.id, order)
  const { isoCode } = await getCurrency(db, order.currency_id)
  const unversioned = { ...context, ifMatch: undefined }
  const cartId = await createCart(db, unversioned, { cultureCode: order.culture_code, currency: isoCode })
  for (const line of lines) {
    await addLine(db, unversioned, cartId, {
      sku: line.sku,
      variantSku: line.variantSku,
      quantity: line.quantity,
      priceGroupId: line.priceGroupId,
      catalogId: line.catalogId,
      cultureCode: order.culture_code,
      customProperties: (lineProperties.get(line.id) ?? []).map(({ key, value }) => ({ key, value })),
    })
  }
  if (billingAddress) {
    const { id: _, country_name: __, ...columns } = billingAddress
    await updateRow(db, 'carts', cartId, { billing_address: putAddress(null, columns) })
  }
  const walkIns = await findWalkInCustomer(db, context.storeId)
  const customer = await findCustomerRow(db, context.storeId, order.customer_id)
  if (walkIns?.id === order.customer_id) await updateCart(db, unversioned, cartId, { walkIn: true })
  else if (customer?.state !== 'erased')
    await updateCart(db, unversioned, cartId, { customerId: order.customer_id })
  return cartId
}

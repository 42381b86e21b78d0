import { findCountries } from '../countries/country.repository.ts'
import { cartAddress } from '../customers/address.ts'
import type { CartAddress } from '../customers/address.schema.ts'
import { customerSummary, findCustomerRow, type CustomerRow } from '../customers/customer.repository.ts'
import type { ReadDb } from '../database/engine.ts'
import type { Context } from '../operations/context.ts'
import { methodOfShipment } from '../shipping-methods/shipping-method.repository.ts'
import { getCurrency, getStore, type StoreRecord } from '../stores/store.repository.ts'
import { totalsOf, type Totals } from '../pricing/totals.ts'
import { getCartRow, loadCart, type CartRecord, type CartRow } from './cart.repository.ts'
import type { Cart, CartShipment, MiniCart } from './cart.schema.ts'
import {
  viewDiscount,
  isNotOfLine,
  byLine,
  viewProperty,
  viewLine,
  viewTotals,
  viewShipment,
  type DiscountsByLine,
} from '../orders/order-line-view.ts'
import type { CartLineRecord } from './cart-line.repository.ts'

/**
 * The cart with everything in it, as section 2.1 answers it.
 * @param known a customer whose it may be, and who is not asked for again
 */
export async function viewCart(
  db: ReadDb,
  record: CartRecord,
  totals: Totals,
  known?: CustomerRow,
): Promise<Cart> {
  const { cart } = record
  const store = await getStore(db, cart.store_id)
  const currency = await getCurrency(db, cart.currency_id)
  const addresses = await viewAddresses(db, store, record)
  const customer = cart.customer_id === known?.id ? known : await customerOf(db, cart)
  return {
    ...miniCart(record, totals, currency.isoCode),
    billingAddress: addresses.billing,
    billingCurrency: currency,
    customer: customer ? customerSummary(customer) : null,
    discounts: record.discounts.filter(isNotOfLine).map((row) => viewDiscount(row, currency.isoCode)),
    shipments: await viewShipments(db, store, record, addresses.shipping, currency.isoCode),
    ...viewCounter(cart),
  }
}

const customerOf = async (
  db: ReadDb,
  { customer_id: id, store_id: storeId }: CartRow,
): Promise<CustomerRow | undefined> => (id === null ? undefined : findCustomerRow(db, storeId, id))

/** What the counter has noted of a cart; nothing of one that it did not touch. */
const viewCounter = (cart: CartRow): Pick<Cart, 'walkIn' | 'priceGroupOverride' | 'name'> => ({
  ...(cart.name !== null && { name: cart.name }),
  ...(cart.walk_in === 1 && { walkIn: true }),
  ...(cart.reasoned_price_group_id !== null && {
    priceGroupOverride: {
      priceGroupId: cart.reasoned_price_group_id,
      reason: cart.price_group_reason ?? '',
      actor: cart.price_group_reason_by ?? '',
      date: cart.price_group_reason_at ?? '',
    },
  }),
})

/** Section 2.11, read afresh. */
export async function viewMiniCart(db: ReadDb, { storeId }: Context, cartId: string): Promise<MiniCart> {
  const record = await loadCart(db, cartId, getCartRow(db, storeId, cartId))
  const { isoCode } = await getCurrency(db, record.cart.currency_id)
  return miniCart(record, cartTotals(record), isoCode)
}

/** The totals of a cart; `terms` are those of the payment method it would be paid with. */
export function cartTotals(
  { cart, lines, shipment }: CartRecord,
  terms?: { fee: number; feeRate: number },
): Totals {
  return totalsOf({
    lines,
    shipments: shipment ? [shipment] : [],
    discount: cart.discount,
    terms: terms ?? { fee: cart.payment_total, feeRate: 0 },
  })
}

function miniCart(
  { cart, lines, properties, lineProperties, discounts }: CartRecord,
  totals: Totals,
  currency: string,
): MiniCart {
  const ofLines = byLine(discounts)
  return {
    customProperties: properties.map(viewProperty),
    createdDate: cart.created_at,
    cultureCode: cart.culture_code,
    ...viewTotals(totals, currency),
    id: cart.id,
    note: cart.note,
    orderLines: lines.map((line) => ({
      ...viewCartLine(line, ofLines, currency),
      customProperties: (lineProperties.get(line.id) ?? []).map(viewProperty),
    })),
  }
}

const viewCartLine = (line: CartLineRecord, discounts: DiscountsByLine, currency: string) => ({
  ...viewLine(line, discounts, currency),
  productCatalogId: line.catalogId,
  priceGroupId: line.priceGroupId,
  ...(line.isPriceSet && { priceIsSet: true as const }),
})

async function viewAddresses(
  db: ReadDb,
  store: StoreRecord,
  { cart, billingAddress, shippingAddress }: CartRecord,
): Promise<{ billing: CartAddress | null; shipping: CartAddress | null }> {
  const rows = [billingAddress, shippingAddress].filter((row) => row !== undefined)
  const ids = rows.map((row) => row.country_id)
  const countries = await findCountries(db, store, ids, cart.culture_code)
  const view = (row: (typeof rows)[number] | undefined): CartAddress | null => {
    const country = row && countries.get(row.country_id)
    return row && country ? cartAddress(row, country) : null
  }
  return { billing: view(billingAddress), shipping: view(shippingAddress) }
}

/** One shipment holds all lines. */
async function viewShipments(
  db: ReadDb,
  store: StoreRecord,
  { cart, shipment, lines, lineProperties, discounts }: CartRecord,
  shipmentAddress: CartAddress | null,
  currency: string,
): Promise<CartShipment[]> {
  if (!shipment || !shipmentAddress) return []
  const ofLines = byLine(discounts)
  return [
    {
      ...viewShipment(shipment, currency),
      orderLines: lines.map((line) => ({
        ...viewCartLine(line, ofLines, currency),
        orderLineProperties: (lineProperties.get(line.id) ?? []).map(viewProperty),
      })),
      shipmentAddress,
      shippingMethod: await methodOfShipment(db, store, shipment, cart.culture_code),
    },
  ]
}

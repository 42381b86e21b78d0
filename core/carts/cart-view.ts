import type { Context } from '../access/context.ts'
import { findCountries } from '../countries/country.repository.ts'
import type { CustomProperty } from '../custom-properties/custom-property.schema.ts'
import type { PropertyColumns } from '../custom-properties/custom-property.table.ts'
import { cartAddress } from '../customers/address.ts'
import type { CartAddress } from '../customers/address.schema.ts'
import { customerSummary, findCustomerRow } from '../customers/customer.repository.ts'
import type { ReadDb } from '../database/database.ts'
import { toMajor, toRate } from '../kernel/money.ts'
import type { DiscountColumns } from '../promotions/promotion.table.ts'
import { describeShippingMethod } from '../shipping-methods/shipping-method.repository.ts'
import { getCurrency, getStore, type StoreRecord } from '../stores/store.repository.ts'
import { lineDiscount, lineTotal, shipmentTotal, totalsOf, type Totals } from './cart.ts'
import { getCartRow, lineAmounts, loadCart, type CartRecord, type CartRow } from './cart.repository.ts'
import type { Cart, CartShipment, Discount, MiniCart } from './cart.schema.ts'
import type { LineColumns, ShipmentColumns } from './cart.table.ts'

/** The cart with everything in it, as section 2.1 answers it. */
export async function viewCart(db: ReadDb, record: CartRecord, totals: Totals): Promise<Cart> {
  const { cart } = record
  const store = await getStore(db, cart.store_id)
  const currency = await getCurrency(db, cart.currency_id)
  const addresses = await viewAddresses(db, store, record)
  const customer =
    cart.customer_id === null ? undefined : await findCustomerRow(db, store.id, cart.customer_id)
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

/** What the counter has noted of a cart; nothing of one that it did not touch. */
const viewCounter = (cart: CartRow): Pick<Cart, 'walkIn' | 'priceGroupOverride'> => ({
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
  const record = await loadCart(db, await getCartRow(db, storeId, cartId))
  const { isoCode } = await getCurrency(db, record.cart.currency_id)
  return miniCart(record, cartTotals(record), isoCode)
}

/** The totals of a cart; `terms` are those of the payment method it would be paid with. */
export function cartTotals(
  { cart, lines, shipment }: CartRecord,
  terms?: { fee: number; feeRate: number },
): Totals {
  return totalsOf({
    lines: lines.map(lineAmounts),
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

/** Totals in major units. */
export function viewTotals(totals: Totals, currency: string) {
  return {
    discount: toMajor(totals.discount, currency),
    discountTotal: toMajor(totals.discountTotal, currency),
    orderTotal: toMajor(totals.orderTotal, currency),
    paymentTotal: toMajor(totals.paymentTotal, currency),
    shippingTotal: toMajor(totals.shippingTotal, currency),
    subTotal: toMajor(totals.subTotal, currency),
    tax: toMajor(totals.tax, currency),
  }
}

/** The discounts of lines, by the line's id. */
type DiscountsByLine = ReadonlyMap<string | null, readonly DiscountColumns[]>

export const byLine = (discounts: readonly DiscountColumns[]): DiscountsByLine =>
  Map.groupBy(discounts, (discount) => discount.line_id)

/** What lines of carts and orders share, in major units. */
export function viewLine(row: LineColumns, discounts: DiscountsByLine, currency: string) {
  const amounts = lineAmounts(row)
  return {
    id: row.id,
    sku: row.sku,
    variantSku: row.variant_sku,
    productName: row.product_name,
    price: toMajor(row.price, currency),
    quantity: row.quantity,
    discount: toMajor(lineDiscount(amounts), currency),
    unitDiscount: toMajor(row.unit_discount, currency),
    discounts: (discounts.get(row.id) ?? []).map((discount) => viewDiscount(discount, currency)),
    tax: toMajor(row.tax, currency),
    taxRate: toRate(row.tax_rate_ppm),
    total: toMajor(lineTotal(amounts), currency),
  }
}

/** What a cart or an order was discounted by, in major units; what is off its lines stands with the lines. */
export const viewDiscount = (row: DiscountColumns, currency: string): Discount => ({
  id: row.id,
  campaignName: row.campaign_name,
  campaignItemName: row.campaign_item_name,
  description: row.description,
  amountOffTotal: toMajor(row.amount, currency),
})

/** Off the shipment or the order. */
export const isNotOfLine = (row: DiscountColumns): boolean => row.line_id === null

const viewCartLine = (row: LineColumns, discounts: DiscountsByLine, currency: string) => ({
  ...viewLine(row, discounts, currency),
  productCatalogId: row.catalog_id,
  priceGroupId: row.price_group_id,
})

/** What shipments of carts and orders share, in major units. */
export function viewShipment(row: ShipmentColumns, currency: string) {
  return {
    id: row.id,
    deliveryNote: row.delivery_note,
    shipmentDiscount: toMajor(row.discount, currency),
    shipmentName: row.shipment_name,
    shipmentPrice: toMajor(row.price, currency),
    shipmentPriceTotal: toMajor(shipmentTotal(row), currency),
    tax: toMajor(row.tax, currency),
    taxRate: toRate(row.tax_rate_ppm),
    trackAndTrace: row.track_and_trace,
  }
}

export const viewProperty = ({ id, key, value }: PropertyColumns): CustomProperty => ({ id, key, value })

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
      shippingMethod: await describeShippingMethod(
        db,
        store.id,
        shipment.shipping_method_id,
        cart.culture_code,
      ),
    },
  ]
}

import { listCarts, type CartSummary } from '../../api/carts.ts'
import { searchProducts, type Product } from '../../api/catalog.ts'
import { searchCustomers, type Customer } from '../../api/customers.ts'
import { listOrders, type OrderSummary } from '../../api/orders.ts'
import { campaigns } from '../../api/campaigns.ts'
import { paymentMethods, shippingMethods } from '../../api/methods.ts'
import { listManagedProducts, type ListedProduct } from '../../api/products.ts'
import type { Records } from '../../api/records.ts'
import { holdsScope } from '../../api/scopes.ts'
import { priceGroups } from '../../api/selling.ts'
import type { Texts } from '../../i18n/index.ts'
import { formatMoney } from '../../ui/format.ts'
import { isSameCode } from '../carts/lines/scan-text.ts'
import { knownName } from '../customers/customer-name.ts'
import { textIn } from '../records/text-in.ts'
import { openPlaces, placeRoute } from '../settings/places.ts'
import { hasGuid } from '../../ui/guid.ts'
import { shelfPrice } from '../../ui/tax.ts'
import type { Found } from './found.ts'

/** Of each kind; who wants more goes to its list. */
const OF_EACH = 5

export interface Finding {
  /** Names of goods, and what they cost, are in it. */
  readonly cultureCode: string
  /** What goods cost is that of the group; undefined where none sells. */
  readonly priceGroupId: () => Promise<string | undefined>
  /** How amounts are written. */
  readonly locale: string
  /** For a cart without a customer. */
  readonly nobody: string
  readonly t: Texts['t']
}

/** Lists of records that have names. */
type Named = Pick<
  Records<{ readonly id: string; readonly names: Readonly<Record<string, string>> }, never, never>,
  'list'
>

/** What is found by its id, by the places of the settings: by their names these are found in the settings. */
const BY_ID: Readonly<Record<string, Named>> = {
  'payment-methods': paymentMethods,
  'shipping-methods': shippingMethods,
  campaigns,
  'price-groups': priceGroups,
}

/**
 * What the store has of that: orders, open carts, customers and goods, found as their own lists find them, and by its id
 * what an order was delivered, paid and priced by.
 */
export async function findRecords(search: string, finding: Finding, signal: AbortSignal): Promise<Found[]> {
  const asked = listOrders({ search, maxItems: OF_EACH }, signal)
  // Whoever looks orders up finds orders.
  if (!holdsScope('staff')) return (await asked).orders.map((order) => foundOrder(order, finding))
  const isId = hasGuid(search)
  const [orders, carts, customers, goods, { products }, settings] = await Promise.all([
    asked,
    listCarts({ search, state: 'open', maxItems: OF_EACH }, signal),
    searchCustomers(search, signal),
    findGoods(search, finding, signal),
    listManagedProducts({ search, maxItems: OF_EACH }, signal),
    isId ? findSettings(search, finding, signal) : [],
  ])
  const sold = new Set(goods.map(({ sku }) => sku))
  const found = [
    ...orders.orders.map((order) => foundOrder(order, finding)),
    ...carts.carts.map((cart) => foundCart(cart, finding)),
    ...customers.slice(0, OF_EACH).map(foundCustomer),
    ...goods.map((product) => foundGoods(product, finding)),
    // What the counter does not sell, or not yet.
    ...products.filter(({ sku }) => !sold.has(sku)).map((product) => foundProduct(product, finding)),
    ...settings,
  ]
  // Whoever types a sku means the goods, and not the orders that have them; by an id the customer, and not their orders.
  const isMeant = ({ code: own, kind }: Found): number =>
    Number(isId ? kind === 'customer' : isSameCode(own ?? null, search))
  return found.toSorted((one, other) => isMeant(other) - isMeant(one))
}

async function findSettings(
  search: string,
  { cultureCode, t }: Finding,
  signal: AbortSignal,
): Promise<Found[]> {
  const places = openPlaces().map(async (place) => {
    const { items = [] } = (await BY_ID[place.key]?.list({ search, maxItems: OF_EACH }, signal)) ?? {}
    return items.map(({ id, names }): Found => ({
      kind: 'place',
      id,
      title: textIn(names, cultureCode) ?? id,
      text: t(place.title),
      to: { name: `${placeRoute(place)}-record`, params: { id } },
    }))
  })
  return (await Promise.all(places)).flat()
}

async function findGoods(
  search: string,
  { cultureCode, priceGroupId: findGroup }: Finding,
  signal: AbortSignal,
): Promise<Product[]> {
  const priceGroupId = await findGroup()
  if (priceGroupId === undefined) return []
  return searchProducts({ search, cultureCode, priceGroupId, maxItems: OF_EACH }, signal)
}

const foundOrder = (order: OrderSummary, { locale }: Finding): Found => ({
  kind: 'order',
  id: order.id,
  title: order.orderNumber,
  text: joined(order.customerName, formatMoney(order.orderTotal, order.billingCurrency.isoCode, locale)),
  to: { name: 'order', params: { orderId: order.id } },
})

const foundCart = (cart: CartSummary, { locale, nobody }: Finding): Found => ({
  kind: 'cart',
  id: cart.id,
  title: cart.name ?? cart.customerName ?? nobody,
  text: formatMoney(cart.orderTotal, cart.billingCurrency.isoCode, locale),
  to: { name: 'cart', params: { cartId: cart.id } },
})

const foundCustomer = (customer: Customer): Found => ({
  kind: 'customer',
  id: customer.id,
  title: knownName(customer),
  text: joined(customer.emailAddress, customer.phoneNumber, customer.organization?.name),
  to: { name: 'customer', params: { customerId: customer.id } },
})

const foundProduct = ({ id, names, sku }: ListedProduct, { cultureCode }: Finding): Found => ({
  kind: 'product',
  id,
  title: textIn(names, cultureCode) ?? sku,
  text: sku,
  to: { name: 'product', params: { productId: id } },
})

const foundGoods = (product: Product, { locale }: Finding): Found => {
  const code = product.variantSku ?? product.sku
  return {
    kind: 'product',
    id: code,
    title: product.name,
    text: joined(code, shelfPrice(product, locale)),
    to: { name: 'product', params: { productId: product.sku } },
    code,
  }
}

const joined = (...texts: (string | null | undefined)[]): string => texts.filter(Boolean).join(' · ')

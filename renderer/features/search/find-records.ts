import { listCarts, type CartSummary } from '../../api/carts.ts'
import { searchProducts, type Product } from '../../api/catalog.ts'
import { searchCustomers, type Customer } from '../../api/customers.ts'
import { listOrders, type OrderSummary } from '../../api/orders.ts'
import { listManagedProducts, type ListedProduct } from '../../api/products.ts'
import { holdsScope } from '../../api/scopes.ts'
import type { Texts } from '../../i18n/index.ts'
import { formatMoney } from '../../ui/format.ts'
import { isSameCode } from '../goods/scan-text.ts'
import { knownName } from '../customers/customer-name.ts'
import { isMadeCode } from '../gift-cards/gift-card-code.ts'
import { textIn } from '../records/text-in.ts'
import { hasGuid } from '../../ui/guid.ts'
import { shelfPrice } from '../../ui/tax.ts'
import { findGiftCard, findGiftCardsByEnd } from './find-gift-cards.ts'
import type { Found } from './found.ts'
import { findCampaignsByCode, findShopRecords, type ShopRecords } from './shop-records.ts'

/** Of each kind; who wants more goes to its list. */
const OF_EACH = 5

export interface Finding {
  /** Names of goods, and what they cost, are in it. */
  readonly cultureCode: string
  /** What goods cost is that of the group; undefined where none sells. */
  readonly priceGroupId: () => Promise<string | undefined>
  /** What the shop sells by, asked for once. */
  readonly shopRecords: () => Promise<ShopRecords>
  /** Whether it was scanned: who scans a gift card means the card. */
  readonly isScanned: boolean
  /** How amounts are written. */
  readonly locale: string
  /** For a cart without a customer. */
  readonly nobody: string
  readonly t: Texts['t']
}

/**
 * What the store has of that: orders, open carts, customers and goods, found as their own lists find them, what the shop sells by
 * and gift cards. A code that is none of goods is one of a card or of a campaign: these are asked last, where nothing else is found.
 */
export async function findRecords(search: string, finding: Finding, signal: AbortSignal): Promise<Found[]> {
  const isStaff = holdsScope('staff')
  const isCardFirst = isStaff && (finding.isScanned || isMadeCode(search))
  const card = isCardFirst ? await findGiftCard(search, finding, signal) : []
  if (card.length > 0) return card
  const asked = listOrders({ search, maxItems: OF_EACH }, signal)
  // Whoever looks orders up finds orders.
  if (!isStaff) return (await asked).orders.map((order) => foundOrder(order, finding))
  const [orders, carts, customers, goods, { products }, giftCards, shopRecords] = await Promise.all([
    asked,
    listCarts({ search, state: 'open', maxItems: OF_EACH }, signal),
    searchCustomers(search, signal),
    findGoods(search, finding, signal),
    listManagedProducts({ search, maxItems: OF_EACH }, signal),
    findGiftCardsByEnd(search, OF_EACH, finding, signal),
    finding.shopRecords(),
  ])
  const named = { ...finding, most: OF_EACH }
  const sold = new Set(goods.map(({ sku }) => sku))
  const found = [
    ...orders.orders.map((order) => foundOrder(order, finding)),
    ...carts.carts.map((cart) => foundCart(cart, finding)),
    ...customers.slice(0, OF_EACH).map(foundCustomer),
    ...goods.map((product) => foundGoods(product, finding)),
    // What the counter does not sell, or not yet.
    ...products.filter(({ sku }) => !sold.has(sku)).map((product) => foundProduct(product, finding)),
    ...giftCards,
    ...findShopRecords(shopRecords, search, named),
  ]
  if (found.length === 0) {
    const coded = await findCampaignsByCode(search, named, signal)
    return coded.length > 0 || isCardFirst ? coded : findGiftCard(search, finding, signal)
  }
  // Whoever types a sku means the goods, and not the orders that have them; by an id the customer, and not their orders.
  const isId = hasGuid(search)
  const isMeant = ({ code: own, kind }: Found): number =>
    Number(isId ? kind === 'customer' : isSameCode(own ?? null, search))
  return found.toSorted((one, other) => isMeant(other) - isMeant(one))
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

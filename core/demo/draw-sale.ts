import { type CartRecord, type CartRow, changedAt, emptyCart } from '../carts/cart.repository.ts'
import type { PricedVariant } from '../catalog/product.repository.ts'
import { cartName } from '../customers/cart-name.ts'
import { timestamp } from '../kernel/clock.ts'
import { evaluate } from '../price-groups/evaluation.ts'
import { discountSale } from './discount-sale.ts'
import type { Moment } from './opening-hours.ts'
import type { Random } from './random.ts'
import {
  habitOf,
  sellsTo,
  type Buyer,
  type DeliveryOffer,
  type PaymentOffer,
  type TradingGroup,
  type TradingShop,
} from './trading-shop.ts'
import type { CartLineRecord } from '../carts/cart-line.repository.ts'
import { taxOf, priceOf } from '../pricing/line.ts'

const MINUTE = 60_000

/** A cart as it stands right before it is placed, and how it is going to be paid. */
export interface Sale {
  readonly placedAt: number
  readonly buyer: Buyer
  readonly delivery: DeliveryOffer
  readonly payment: PaymentOffer
  readonly record: CartRecord
}

/** How many orders have one line, two, three…, and how often one thing is bought once, twice… */
const lineCounts = [40, 27, 16, 9, 5, 3]
const quantities = [80, 13, 4, 2, 0, 1]
const NOTES = 0.07
const SENT_ELSEWHERE = 0.5

/** Draws who buys what at a moment, and at which of the prices that hold for them then. */
export function drawSale(trading: TradingShop, moment: Moment, random: Random): Sale {
  // The power makes regulars: the first customers come more often than the last.
  const buyer = at(trading.buyers, random.fraction() ** 1.4)
  const { shop, store } = trading
  const { culture, currency } = habitOf(trading, buyer.country)
  const group = drawGroup(trading, buyer, currency, moment, random)
  const offers = group.offers.get(buyer.countryId)?.delivery ?? []
  const delivery = random.pickWeighted(offers, (offer) => offer.demand)
  const payment = random.pickWeighted(delivery.payments, (offer) => offer.demand)

  const createdAt = moment.at - random.between(2 * MINUTE, 25 * MINUTE)
  const cartId = random.id(createdAt)
  const lines = drawLines(trading, group, { cartId, culture, createdAt, isTrade: isTrade(buyer) }, random)
  const address = addressDrawer(buyer, createdAt, random)
  const billingAddress = address('billing', 0)
  const shippingAddress = address('shipping', random.chance(SENT_ELSEWHERE) ? 1 : 0)
  const { terms } = delivery
  const shipment = {
    id: random.id(createdAt + MINUTE),
    shippingMethodId: terms.methodId,
    priceGroupId: group.record.id,
    shipmentName: trading.shipmentName(culture, terms.methodId),
    price: terms.price,
    discount: 0,
    tax: taxOf(terms.price, 0, terms.taxRate),
    taxRate: terms.taxRate,
    deliveryNote: null,
    trackAndTrace: null,
  }
  const notes = shop.trade.notes[culture] ?? []
  const note = notes.length > 0 && random.chance(NOTES) ? random.pick(notes) : null
  const { customer } = buyer
  const cart: CartRow = {
    id: cartId,
    store_id: store.id,
    state: 'open',
    // Made, given to the customer, note, lines, billing and shipping address: a version each.
    version: 4 + lines.length + (note === null ? 0 : 1),
    created_at: timestamp(new Date(createdAt)),
    ...changedAt(new Date(moment.at)),
    culture_code: culture,
    currency_id: group.record.currency.id,
    customer_id: customer.id,
    note,
    ...cartName(customer),
    // What it comes to follows from what is in it.
    ...emptyCart,
    line_count: lines.length,
  }
  return {
    placedAt: moment.at,
    buyer,
    delivery,
    payment,
    record: discountSale(
      trading,
      {
        cart,
        lines,
        properties: [],
        lineProperties: new Map(),
        billingAddress,
        shippingAddress,
        shipment,
        discounts: [],
      },
      random,
    ),
  }
}

const isTrade = (buyer: Buyer): boolean => buyer.customer.organization_id !== null

/** A price group of the currency that holds for the buyer at this moment; special prices are asked for gladly. */
function drawGroup(
  { shop, store, groups, criteria }: TradingShop,
  buyer: Buyer,
  currency: string | undefined,
  moment: Moment,
  random: Random,
): TradingGroup {
  const { organization_id: organizationId } = buyer.customer
  const facts = {
    now: new Date(moment.at),
    timeZone: store.timeZone,
    customerGroups: new Set(buyer.groupIds),
    organizations: new Set(organizationId === null ? [] : [organizationId]),
    properties: new Map(
      Object.entries(shop.trade.properties({ country: buyer.country, isTrade: isTrade(buyer) })),
    ),
  }
  const valid = groups.filter(
    (group) =>
      group.record.currency.isoCode === currency &&
      sellsTo(group, buyer.countryId) &&
      evaluate(group.record.chain, criteria, facts).valid,
  )
  return random.pickWeighted(valid, (group) => (group.isPlain ? 3 : 2))
}

function drawLines(
  trading: TradingShop,
  group: TradingGroup,
  cart: { cartId: string; culture: string; createdAt: number; isTrade: boolean },
  random: Random,
): CartLineRecord[] {
  const count = random.pickWeighted([1, 2, 3, 4, 5, 6], (lines) => lineCounts[lines - 1] ?? 0)
  const goods = new Set<PricedVariant>()
  while (goods.size < Math.min(count, group.goods.length))
    goods.add(at(group.goods, random.fraction() ** 1.5))
  return [...goods].map((sold, index) => ({
    id: random.id(cart.createdAt + (index + 1) * 5000),
    position: index + 1,
    variantId: sold.variantId,
    sku: sold.sku,
    variantSku: sold.variantSku,
    productName: trading.nameOf(cart.culture, sold),
    catalogId: sold.catalogId,
    priceGroupId: group.record.id,
    quantity: cart.isTrade
      ? random.between(2, 12)
      : random.pickWeighted([1, 2, 3, 4, 5, 6], (quantity) => quantities[quantity - 1] ?? 0),
    ...priceOf(sold.price, sold.taxRate),
    isPriceSet: false,
  }))
}

function addressDrawer(buyer: Buyer, createdAt: number, random: Random) {
  return (kind: 'billing' | 'shipping', index: number) => {
    const own = buyer.addresses[index] ?? buyer.addresses[0]
    if (!own) throw new Error('A buyer without an address cannot order.')
    const { customer_id: _, position: __, ...columns } = own
    const address_name = kind === 'billing' ? 'Billing' : 'Shipment'
    return { ...columns, id: random.id(createdAt + MINUTE), address_name }
  }
}

/** The item at a part of the way through a list. */
function at<T>(items: readonly T[], part: number): T {
  const item = items[Math.floor(part * items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

import type { Product, ProductsAnswer } from '../../core/catalog/catalog.schema.ts'
import type { CountriesAnswer, Country } from '../../core/countries/country.schema.ts'
import type { Order } from '../../core/orders/order.schema.ts'
import type {
  PaymentMethodsAnswer,
  PaymentMethodWithProperties,
} from '../../core/payment-methods/payment-method.schema.ts'
import type { PriceGroupsAnswer } from '../../core/price-groups/price-group.schema.ts'
import type {
  ShipmentShippingMethod,
  ShippingMethodsAnswer,
} from '../../core/shipping-methods/shipping-method.schema.ts'
import type { Currency, Store } from '../../core/stores/store.schema.ts'
import type { Client } from './load/client.ts'
import { addressOf } from './load/draft-order.ts'
import type { DeliveryTerms, PaymentTerms } from './money.ts'

/** Where and for whom everything is sold: enough to write requests. */
export interface Counter {
  readonly cultureCode: string
  readonly currency: Currency
  /** Decimals of the currency. */
  readonly digits: number
  readonly priceGroupId: string
  readonly country: Country
  readonly countries: readonly Country[]
  /** Everything with a barcode and a price in the group. */
  readonly products: readonly ScannedProduct[]
}

export type ScannedProduct = Product & { readonly barcode: string }

/** A reference list: what every form of the console asks for. */
export interface List {
  /** `countries`: the noun of its address. */
  readonly name: string
  readonly path: string
  readonly answer: unknown
}

/** All that both servers are about: the demo shop of the core, read over its API. */
export interface Shop extends Counter {
  readonly store: Order['store']
  readonly orderStatus: Order['orderStatus']
  readonly lists: readonly List[]
  readonly shipping: DeliveryTerms & { readonly method: ShipmentShippingMethod }
  readonly payment: PaymentTerms & { readonly method: PaymentMethodWithProperties }
}

export const toMinor = (amount: number, digits: number): number => Math.round(amount * 10 ** digits)
export const toPpm = (rate: number): number => Math.round(rate * 1_000_000)

/** Reads the demo shop of a core: its first price group, a delivery and a payment that cost something. */
export async function readShop(core: Client): Promise<Shop> {
  const counter = await readCounter(core)
  const { digits, priceGroupId } = counter
  const query = new URLSearchParams({
    cultureCode: counter.cultureCode,
    countryId: counter.country.id,
    priceGroupId,
  }).toString()
  const { shippingMethods } = await core.get<ShippingMethodsAnswer>(`/shipping-methods?${query}`)
  const { paymentMethods } = await core.get<PaymentMethodsAnswer>(`/payment-methods?${query}`)
  const feeOf = ({ fees }: (typeof paymentMethods)[number]): number | undefined =>
    fees.find((fee) => fee.priceGroupId === priceGroupId)?.amount
  const delivery = shippingMethods.find(({ price }) => price.amount > 0) ?? shippingMethods[0]
  const paying = paymentMethods.find((method) => (feeOf(method) ?? 0) > 0) ?? paymentMethods[0]
  const fee = paying && feeOf(paying)
  if (!delivery || !paying || fee === undefined)
    throw new Error('The demo shop has no delivery or no payment method to use.')

  // What no list tells (the tax of the delivery, the methods as orders nest them) an order does.
  const order = await placeFirstOrder(core, counter, delivery.id, paying.id)
  const [shipment] = order.shipments
  const [payment] = order.payments
  if (!shipment || !payment) throw new Error('The first order has no shipment or no payment.')
  return {
    ...counter,
    store: order.store,
    orderStatus: order.orderStatus,
    lists: await readLists(core, counter),
    shipping: {
      method: shipment.shippingMethod,
      price: toMinor(delivery.price.amount, digits),
      taxPpm: toPpm(shipment.taxRate),
    },
    payment: { method: payment.paymentMethod, fee: toMinor(fee, digits), feePpm: toPpm(paying.feePercent) },
  }
}

async function readLists(core: Client, { cultureCode, country, priceGroupId }: Counter): Promise<List[]> {
  const culture = { cultureCode }
  const place = { cultureCode, countryId: country.id, priceGroupId }
  const queries = {
    countries: culture,
    'price-groups': culture,
    'payment-methods': place,
    'shipping-methods': place,
  }
  const lists: List[] = []
  for (const [name, query] of Object.entries(queries)) {
    const path = `/${name}?${new URLSearchParams(query).toString()}`
    lists.push({ name, path, answer: await core.get(path) })
  }
  return lists
}

async function readCounter(core: Client): Promise<Counter> {
  const store = await core.get<Store>('/store')
  const cultureCode = store.defaultCultureCode
  const [currency] = store.currencies
  const culture = new URLSearchParams({ cultureCode }).toString()
  const { countries } = await core.get<CountriesAnswer>(`/countries?${culture}`)
  const { priceGroups } = await core.get<PriceGroupsAnswer>(`/price-groups?${culture}`)
  const country = countries.find(({ id }) => id === store.defaultCountryId)
  const priceGroupId = priceGroups[0]?.id
  if (!currency || !country || priceGroupId === undefined) throw new Error('The demo shop is not complete.')
  const goods = new URLSearchParams({ cultureCode, priceGroupId, maxItems: '1000' }).toString()
  const { products } = await core.get<ProductsAnswer>(`/products?${goods}`)
  const digits = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currency.isoCode,
  }).resolvedOptions().maximumFractionDigits
  return {
    cultureCode,
    currency,
    digits: digits ?? 2,
    priceGroupId,
    country,
    countries,
    products: products.filter((product): product is ScannedProduct => product.barcode !== null),
  }
}

async function placeFirstOrder(
  core: Client,
  { cultureCode, currency, priceGroupId, country, products }: Counter,
  shippingMethodId: string,
  paymentMethodId: string,
): Promise<Order> {
  const [product] = products
  if (!product) throw new Error('The demo shop has nothing to sell.')
  const address = addressOf(0, country.id)
  const { cartId } = await core.post<{ cartId: string }>('/carts', {
    cultureCode,
    currency: currency.isoCode,
  })
  const { sku, variantSku, catalogId } = product
  await core.post(`/carts/${cartId}/lines`, { sku, variantSku, catalogId, priceGroupId, cultureCode })
  await core.post(`/carts/${cartId}/billing-address`, address)
  await core.post(`/carts/${cartId}/shipping`, { priceGroupId, shippingMethodId, shippingAddress: address })
  await core.post('/payments', { cartId, paymentMethodId, priceGroupId, cultureCode })
  return core.get<Order>(`/orders/${cartId}`)
}

import type { Cart, CartsAnswer, CreateCartAnswer } from '../../../core/carts/cart.schema.ts'
import type { Product, ProductsAnswer } from '../../../core/catalog/catalog.schema.ts'
import type { CountriesAnswer } from '../../../core/countries/country.schema.ts'
import type { OrdersAnswer, OrderSummary } from '../../../core/orders/order.schema.ts'
import type { PaymentMethodsAnswer } from '../../../core/payment-methods/payment-method.schema.ts'
import type { PriceGroupsAnswer } from '../../../core/price-groups/price-group.schema.ts'
import type { ShippingMethodsAnswer } from '../../../core/shipping-methods/shipping-method.schema.ts'
import type { Connection } from '../http.ts'

export const CULTURE = 'en-GB'
export const CURRENCY = 'EUR'
const PRICE_GROUP = 'Shop price, EUR'
const COUNTRY = 'Denmark'

interface Delivery {
  readonly id: string
  /** Whether goods are sent by it, and not collected. */
  readonly delivers: boolean
  readonly price: number
  readonly taxRate: number
}

interface Paying {
  readonly id: string
  readonly fee: number
  readonly feePercentage: number
}

/** What a shop sells and how, and what is in it before the torture begins. */
export interface Facts {
  readonly priceGroupId: string
  readonly countryId: string
  readonly countries: number
  readonly products: readonly Product[]
  readonly deliveries: readonly Delivery[]
  readonly payings: readonly Paying[]
  /** Which of the payings redeems gift cards, and a card that is never empty, where the shop has one. */
  readonly redeeming: number
  readonly giftCard?: string | undefined
  /** The cart that told the taxes of deliveries. */
  readonly probe: string
  readonly carts: ReadonlySet<string>
  readonly orders: ReadonlySet<string>
}

/** Reads a shop of the demo. What no list tells (the tax of a delivery), a cart does, which stays abandoned. */
export async function readFacts(core: Connection): Promise<Facts> {
  const { priceGroups } = await core.get<PriceGroupsAnswer>(`/price-groups?cultureCode=${CULTURE}`)
  const priceGroupId = named(priceGroups, PRICE_GROUP)
  const { countries } = await core.get<CountriesAnswer>(`/countries?cultureCode=${CULTURE}&maxItems=1000`)
  const countryId = named(countries, COUNTRY)
  const query = new URLSearchParams({ cultureCode: CULTURE, priceGroupId, maxItems: '1000' }).toString()
  const { products } = await core.get<ProductsAnswer>(`/products?${query}`)
  const { shippingMethods } = await core.get<ShippingMethodsAnswer>(
    `/shipping-methods?${query}&countryId=${countryId}`,
  )
  const { paymentMethods } = await core.get<PaymentMethodsAnswer>(
    `/payment-methods?${query}&countryId=${countryId}`,
  )
  const carts = new Set((await allCarts(core)).map(({ id }) => id))
  const { cartId: probe, taxRates } = await taxRatesOf(core, { priceGroupId, countryId }, shippingMethods)
  return {
    priceGroupId,
    countryId,
    countries: countries.length,
    products,
    deliveries: shippingMethods.map(({ delivers, id, price }) => ({
      id,
      delivers,
      price: price.amount,
      taxRate: taxRates.get(id) ?? 0,
    })),
    payings: paymentMethods.map(({ id, fees, feePercent }) => ({
      id,
      fee: fees.find((fee) => fee.priceGroupId === priceGroupId)?.amount ?? 0,
      feePercentage: feePercent,
    })),
    redeeming: paymentMethods.findIndex(({ name }) => name === 'Gift card'),
    probe,
    carts,
    orders: new Set((await allOrders(core)).map(({ id }) => id)),
  }
}

async function taxRatesOf(
  core: Connection,
  { priceGroupId, countryId }: { priceGroupId: string; countryId: string },
  methods: readonly { id: string }[],
): Promise<{ cartId: string; taxRates: Map<string, number> }> {
  const body = { cultureCode: CULTURE, currency: CURRENCY }
  const { cartId } = await core.ask<CreateCartAnswer>({ method: 'POST', path: '/carts', body })
  const taxRates = new Map<string, number>()
  for (const { id } of methods) {
    const path = `/carts/${cartId}/shipping`
    const shippingAddress = anAddress('Nowhere', countryId)
    await core.ask({ method: 'POST', path, body: { priceGroupId, shippingMethodId: id, shippingAddress } })
    const cart = await core.get<Cart>(`/carts/${cartId}`)
    taxRates.set(id, cart.shipments[0]?.taxRate ?? 0)
  }
  await core.ask({ method: 'DELETE', path: `/carts/${cartId}` })
  return { cartId, taxRates }
}

/** The body of an address; the street tells addresses apart. */
export const anAddress = (line1: string, countryId: string, email: string | null = null) => ({
  firstName: 'Ida',
  lastName: 'Møller',
  line1,
  city: 'Skagen',
  postalCode: '9990',
  countryId,
  email,
})

export const allCarts = async (core: Connection): Promise<CartsAnswer['carts']> =>
  everyPage(async (token) => {
    const { carts, nextPagingToken } = await core.get<CartsAnswer>(`/carts?maxItems=1000${token}`)
    return { rows: carts, nextPagingToken }
  })

export const allOrders = async (core: Connection): Promise<OrderSummary[]> =>
  everyPage(async (token) => {
    const { orders, nextPagingToken } = await core.get<OrdersAnswer>(`/orders?maxItems=1000${token}`)
    return { rows: orders, nextPagingToken }
  })

async function everyPage<T>(
  read: (token: string) => Promise<{ rows: T[]; nextPagingToken: string | null }>,
): Promise<T[]> {
  const all: T[] = []
  let token = ''
  for (;;) {
    const { rows, nextPagingToken } = await read(token)
    all.push(...rows)
    if (nextPagingToken === null) return all
    token = `&nextPagingToken=${encodeURIComponent(nextPagingToken)}`
  }
}

function named(rows: readonly { id: string; name: string }[], name: string): string {
  const row = rows.find((candidate) => candidate.name === name)
  if (!row) throw new Error(`The demo shop has no ${name}.`)
  return row.id
}

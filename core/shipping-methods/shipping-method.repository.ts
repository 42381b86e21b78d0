import type { ReadDb } from '../database/engine.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { cached } from '../database/cache.ts'
import { share, toMajor, type Minor, type Ppm } from '../kernel/money.ts'
import { shippingMethodTables } from '../methods/method-tables.ts'
import { readMethodTexts } from '../methods/method.repository.ts'
import { describePaymentMethods } from '../payment-methods/payment-method.repository.ts'
import { inherited, type PriceGroupRecord } from '../price-groups/price-group.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import type { ShipmentShippingMethod, ShippingMethod } from './shipping-method.schema.ts'

/** Who a delivery is for: methods differ by country and price group. */
export interface Destination {
  readonly countryId: string
  readonly priceGroup: PriceGroupRecord
}

const serving = (db: ReadDb, storeId: string, { countryId, priceGroup }: Destination) =>
  db
    .selectFrom('shipping_methods as method')
    .selectAll('method')
    .where('method.store_id', '=', storeId)
    .where('method.state', '=', 'active')
    .where('method.id', 'in', (inner) =>
      inner
        .selectFrom('shipping_method_countries')
        .select('shipping_method_id')
        .where('country_id', '=', countryId),
    )
    .where('method.id', 'in', (inner) =>
      inner
        .selectFrom('shipping_method_prices')
        .select('shipping_method_id')
        .where('price_group_id', 'in', priceGroup.chain),
    )

/** The store's shipping methods that serve the destination, in the store's order, each with its price there. */
export async function listShippingMethods(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  { culture, ...destination }: Destination & { culture: string },
): Promise<Slice<ShippingMethod>> {
  const query = serving(db, store.id, destination)
  const { rows: kept, next } = await fetchSlice(query, page, 'asc', {
    'method.position': (row) => row.position,
    'method.id': (row) => row.id,
  })
  if (kept.length === 0) return { rows: [], next }
  const ids = kept.map((row) => row.id)
  const textsOf = await readMethodTexts(db, shippingMethodTables, kept, store, culture)
  const prices = await pricesOf(db, ids, destination.priceGroup)
  const currency = destination.priceGroup.currency.isoCode
  return {
    rows: kept.map((method) => {
      const { delivers, id, image_url, tax_rate_ppm } = method
      const price = prices(id) ?? 0
      const tax = share(price, taxRateOf(destination.priceGroup, tax_rate_ppm))
      return {
        id,
        ...textsOf(method),
        imageUrl: image_url,
        price: { amount: toMajor(price, currency), currency },
        priceWithTax: { amount: toMajor(price + tax, currency), currency },
        delivers: delivers === 1,
      }
    }),
    next,
  }
}

async function pricesOf(
  db: ReadDb,
  ids: readonly string[],
  priceGroup: PriceGroupRecord,
): Promise<(id: string) => Minor | undefined> {
  const rows = await db
    .selectFrom('shipping_method_prices')
    .selectAll()
    .where('shipping_method_id', 'in', ids)
    .where('price_group_id', 'in', priceGroup.chain)
    .execute()
  const byMethod = Map.groupBy(rows, (row) => row.shipping_method_id)
  return (id) => inherited(priceGroup, byMethod.get(id) ?? [])?.amount
}

/** A price group decides on the tax of all that it sells, where it says any. */
const taxRateOf = ({ taxRate }: PriceGroupRecord, ofMethod: Ppm): Ppm => taxRate ?? ofMethod

/** What a delivery costs. */
export interface ShippingTerms {
  readonly methodId: string
  /** Without tax. */
  readonly price: Minor
  readonly taxRate: Ppm
}

/** The terms of one method for a destination; undefined where it does not exist or does not serve it. */
export const findShippingTerms = async (
  db: ReadDb,
  storeId: string,
  methodId: string,
  { countryId, priceGroup }: Destination,
): Promise<ShippingTerms | undefined> => termsOf(db, storeId, methodId, priceGroup, countryId)

const termsOf = cached(
  async (
    db,
    storeId: string,
    methodId: string,
    priceGroup: PriceGroupRecord,
    countryId: string,
  ): Promise<ShippingTerms | undefined> => {
    const method = await serving(db, storeId, { countryId, priceGroup })
      .where('method.id', '=', methodId)
      .executeTakeFirst()
    if (!method) return undefined
    const price = (await pricesOf(db, [methodId], priceGroup))(methodId)
    if (price === undefined) return undefined
    return { methodId, price, taxRate: taxRateOf(priceGroup, method.tax_rate_ppm) }
  },
)

/** How a method brings goods to customers, whether or not it is still offered. */
export interface Delivery {
  readonly name: string
  /** To an address; otherwise they are collected. */
  readonly delivers: boolean
  /** Retired methods are not. */
  readonly isOffered: boolean
}

/** Undefined where there is no such method any more. @see methodOfShipment */
export const findDelivery = cached(async (db, methodId: string): Promise<Delivery | undefined> => {
  const method = await db
    .selectFrom('shipping_methods')
    .select(['name', 'delivers', 'state'])
    .where('id', '=', methodId)
    .executeTakeFirst()
  return (
    method && { name: method.name, delivers: method.delivers === 1, isOffered: method.state === 'active' }
  )
})

/** A shipping method as shipments nest it; undefined where there is none. */
export const describeShippingMethod = cached(
  async (
    db,
    store: StoreRecord,
    methodId: string,
    culture: string,
  ): Promise<ShipmentShippingMethod | undefined> => {
    const method = await db
      .selectFrom('shipping_methods')
      .select(['id', 'name', 'default_payment_method_id'])
      .where('id', '=', methodId)
      .executeTakeFirst()
    if (!method) return undefined
    const textsOf = await readMethodTexts(db, shippingMethodTables, [method], store, culture)
    const eligible = await db
      .selectFrom('shipping_method_payment_methods as eligible')
      .innerJoin('payment_methods as payment', 'payment.id', 'eligible.payment_method_id')
      .select('payment.id')
      .where('eligible.shipping_method_id', '=', methodId)
      .where('payment.state', '=', 'active')
      .execute()
    const ids = eligible.map((row) => row.id)
    const methods = await describePaymentMethods(db, store, ids, culture)
    const defaultId = method.default_payment_method_id
    return {
      id: method.id,
      name: textsOf(method).name,
      defaultPaymentMethod: (defaultId === null ? undefined : methods.get(defaultId)) ?? null,
      eligiblePaymentMethods: [...methods.values()],
    }
  },
)

/**
 * The shipping method of a cart's or an order's shipment (section 2.6). One that nobody had used yet may be deleted in the
 * moment in which somebody chooses it, on a server: then it is what the shipment says itself.
 */
export const methodOfShipment = async (
  db: ReadDb,
  store: StoreRecord,
  { shippingMethodId: id, shipmentName: name }: Readonly<Record<'shippingMethodId' | 'shipmentName', string>>,
  culture: string,
): Promise<ShipmentShippingMethod> =>
  (await describeShippingMethod(db, store, id, culture)) ?? {
    id,
    name,
    defaultPaymentMethod: null,
    eligiblePaymentMethods: [],
  }

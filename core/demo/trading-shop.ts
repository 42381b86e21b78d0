import type { Selectable } from 'kysely'
import {
  getVariants,
  giftCardGoods,
  priced,
  variantNames,
  type PricedVariant,
} from '../catalog/product.repository.ts'
import type { CustomerAddressTable, CustomerTable } from '../customers/customer.table.ts'
import type { WriteDb } from '../database/engine.ts'
import { findPaymentTerms, type PaymentTerms } from '../payment-methods/payment-method.repository.ts'
import { readCriteria } from '../price-groups/criteria.repository.ts'
import type { CriteriaByGroup } from '../price-groups/evaluation.ts'
import { getPriceGroup } from '../price-groups/price-group.repository.ts'
import type { PriceGroupRecord } from '../price-groups/price-group.ts'
import {
  describeShippingMethod,
  findShippingTerms,
  type ShippingTerms,
} from '../shipping-methods/shipping-method.repository.ts'
import { getStore, type StoreRecord } from '../stores/store.repository.ts'
import { findCampaigns, readDiscountTexts, type DiscountText } from '../promotions/promotion.repository.ts'
import type { Campaign } from '../pricing/discounts.ts'
import type { DemoShop } from './demo-shop.ts'
import { Random } from './random.ts'

type CustomerRow = Selectable<CustomerTable>

export interface Buyer {
  readonly customer: CustomerRow
  readonly groupIds: readonly string[]
  readonly addresses: readonly Selectable<CustomerAddressTable>[]
  /** Of the first address, the one on the bill. */
  readonly countryId: string
  /** Its alpha-2 code. */
  readonly country: string
}

/** What a price group sells in a country, and how it is delivered and paid. */
export interface Offer {
  readonly delivery: readonly {
    readonly terms: ShippingTerms
    readonly demand: number
    /** Goods are handed over at the counter. */
    readonly isCollected: boolean
    readonly payments: readonly PaymentOffer[]
  }[]
}

export interface PaymentOffer {
  readonly terms: PaymentTerms
  readonly demand: number
  /** How many days the money may take. */
  readonly days: number
  /** Whether coins and notes are handed over. */
  readonly takesCash: boolean
  /** The pattern of a transaction's number. */
  readonly reference: string | undefined
}

export type DeliveryOffer = Offer['delivery'][number]

export interface TradingGroup {
  readonly record: PriceGroupRecord
  /** Neither the group nor what it derives from asks for anything. */
  readonly isPlain: boolean
  /** Best sellers first. */
  readonly goods: readonly PricedVariant[]
  readonly offers: ReadonlyMap<string, Offer>
}

/** All of a shop that orders are drawn from, as the core itself finds it: its prices, terms and names. */
export interface TradingShop {
  readonly shop: DemoShop
  readonly store: StoreRecord
  readonly buyers: readonly Buyer[]
  readonly groups: readonly TradingGroup[]
  readonly criteria: CriteriaByGroup
  /** The campaigns that need no code, by the currency they are in; those that run today are taken to have run always. */
  readonly campaigns: ReadonlyMap<string, readonly Campaign[]>
  /** How the items of these campaigns are named in a culture. */
  readonly discountText: (culture: string) => (itemId: string) => DiscountText
  /** Whether what is sold of goods is issued to gift cards. */
  readonly isGiftCard: (variantId: string) => boolean
  readonly nameOf: (culture: string, goods: PricedVariant) => string
  readonly shipmentName: (culture: string, methodId: string) => string
  readonly countryName: (countryId: string, culture: string) => string
}

/** Culture and currency in which customers of a country buy. */
export function habitOf({ shop, store }: Pick<TradingShop, 'shop' | 'store'>, country: string) {
  const habit = shop.trade.habits[country] ?? shop.trade.habits['*']
  return { culture: habit?.culture ?? store.defaultCulture, currency: habit?.currency }
}

/** Whether a price group sells to a country at all. */
export const sellsTo = (group: TradingGroup, countryId: string): boolean =>
  group.goods.length > 0 && (group.offers.get(countryId)?.delivery.length ?? 0) > 0

export async function readTradingShop(
  db: WriteDb,
  storeId: string,
  shop: DemoShop,
  now: Date,
): Promise<TradingShop> {
  const store = await getStore(db, storeId)
  const countries = await readCountries(db)
  const buyers = await readBuyers(db, storeId, countries.codes)
  const variantIds = await db.selectFrom('variants').select('id').where('store_id', '=', storeId).execute()
  const variants = await getVariants(
    db,
    storeId,
    variantIds.map(({ id }) => id),
  )
  // What sells well is the shop's own: always the same goods, but from everywhere in the catalog.
  const popular = new Random(shop.seed).shuffle(variants)
  const names = new Map<string, (goods: PricedVariant) => string>()
  for (const culture of store.cultures) names.set(culture, await variantNames(db, store, variants, culture))

  const criteria = await readCriteria(db, storeId)
  const countryIds = new Set(
    buyers.flatMap(({ addresses }) => addresses.map((address) => address.country_id)),
  )
  const ids = await db
    .selectFrom('price_groups')
    .select('id')
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute()
  const groups: TradingGroup[] = []
  for (const { id } of ids) {
    const record = await getPriceGroup(db, storeId, id)
    const offers = new Map<string, Offer>()
    for (const countryId of countryIds)
      offers.set(countryId, await readOffer(db, storeId, shop, record, countryId))
    groups.push({
      record,
      isPlain: record.chain.every((link) => !criteria.has(link)),
      goods: await priced(db, store, popular, { culture: store.defaultCulture, priceGroup: record }),
      offers,
    })
  }
  return {
    shop,
    store,
    // Whoever lives where the shop does not deliver is a customer, but not one of these.
    buyers: buyers.filter(({ country, countryId }) =>
      groups.some(
        (group) =>
          group.isPlain &&
          group.record.currency.isoCode === habitOf({ shop, store }, country).currency &&
          sellsTo(group, countryId),
      ),
    ),
    groups,
    criteria,
    ...(await readCampaigns(db, store, now)),
    ...(await giftCardGoods(db, storeId)),
    shipmentName: await readShipmentNames(db, store),
    nameOf: (culture, goods) => names.get(culture)?.(goods) ?? goods.name,
    countryName: countries.nameOf,
  }
}

async function readCampaigns(
  db: WriteDb,
  store: StoreRecord,
  now: Date,
): Promise<Pick<TradingShop, 'campaigns' | 'discountText'>> {
  const campaigns = new Map<string, Campaign[]>()
  for (const { id } of store.currencies) {
    campaigns.set(id, await findCampaigns(db, { storeId: store.id, currencyId: id, now }))
  }
  const itemIds = [...campaigns.values()].flat().flatMap(({ items }) => items.map((item) => item.id))
  const texts = new Map<string, (itemId: string) => DiscountText>()
  for (const culture of store.cultures) texts.set(culture, await readDiscountTexts(db, itemIds, culture))
  return {
    campaigns,
    discountText: (culture) => {
      const textOf = texts.get(culture)
      if (!textOf) throw new Error(`The demo shop has no culture ${culture}.`)
      return textOf
    },
  }
}

async function readShipmentNames(db: WriteDb, store: StoreRecord): Promise<TradingShop['shipmentName']> {
  const methods = await db
    .selectFrom('shipping_methods')
    .select('id')
    .where('store_id', '=', store.id)
    .execute()
  const names = new Map<string, string>()
  for (const { id } of methods) {
    for (const culture of store.cultures) {
      const method = await describeShippingMethod(db, store, id, culture)
      if (method) names.set(`${id} ${culture}`, method.name)
    }
  }
  return (culture, methodId) => {
    const name = names.get(`${methodId} ${culture}`)
    if (name === undefined) throw new Error(`The demo shop has no culture ${culture}.`)
    return name
  }
}

async function readOffer(
  db: WriteDb,
  storeId: string,
  shop: DemoShop,
  priceGroup: PriceGroupRecord,
  countryId: string,
): Promise<Offer> {
  const methods = await db
    .selectFrom('shipping_methods')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .orderBy('position')
    .execute()
  const delivery: DeliveryOffer[] = []
  for (const { id, name } of methods) {
    const terms = await findShippingTerms(db, storeId, id, { countryId, priceGroup })
    if (!terms) continue
    const eligible = await db
      .selectFrom('shipping_method_payment_methods as pair')
      .innerJoin('payment_methods as method', 'method.id', 'pair.payment_method_id')
      .select(['method.id', 'method.name'])
      .where('pair.shipping_method_id', '=', id)
      .orderBy('method.position')
      .execute()
    const payments: PaymentOffer[] = []
    for (const method of eligible) {
      const payment = await findPaymentTerms(db, storeId, method.id, { priceGroup, countryId })
      const made = shop.paymentMethods.find(named(method.name))
      const { demand = 1, days = 0, reference, takesCash = false } = made ?? {}
      if (payment) payments.push({ terms: payment, demand, days, reference, takesCash })
    }
    const { demand = 1, isCollected = false } = shop.shippingMethods.find(named(name)) ?? {}
    if (payments.length === 0) continue
    delivery.push({ terms, demand, isCollected, payments })
  }
  return { delivery }
}

const named = (name: string) => (method: { readonly name: string }) => method.name === name

async function readBuyers(
  db: WriteDb,
  storeId: string,
  codes: ReadonlyMap<string, string>,
): Promise<Buyer[]> {
  const customers = await db
    .selectFrom('customers')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute()
  const members = Map.groupBy(
    await db.selectFrom('customer_group_members').selectAll().orderBy('customer_group_id').execute(),
    (member) => member.customer_id,
  )
  const addresses = Map.groupBy(
    await db.selectFrom('customer_addresses').selectAll().orderBy('id').execute(),
    (address) => address.customer_id,
  )
  return customers.flatMap((customer) => {
    const own = addresses.get(customer.id) ?? []
    const countryId = own[0]?.country_id ?? ''
    const country = codes.get(countryId)
    if (country === undefined) return []
    const groupIds = (members.get(customer.id) ?? []).map((member) => member.customer_group_id)
    return { customer, groupIds, addresses: own, countryId, country }
  })
}

async function readCountries(db: WriteDb) {
  const countries = await db.selectFrom('countries').select(['id', 'iso_code']).execute()
  const names = await db.selectFrom('country_names').selectAll().execute()
  const texts = new Map(names.map((name) => [`${name.country_id} ${name.culture_code}`, name.name]))
  return {
    codes: new Map(countries.map(({ id, iso_code }) => [id, iso_code])),
    nameOf: (countryId: string, culture: string) => texts.get(`${countryId} ${culture}`) ?? '',
  }
}

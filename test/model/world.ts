import Sqlite from 'better-sqlite3'

export type StoreCode = 'harbour' | 'uptown'

/** A text in the cultures it is written in. */
export type Texts = ReadonlyMap<string, string>

export interface Currency {
  readonly id: string
  readonly isoCode: string
}

export interface PriceGroup {
  readonly id: string
  readonly currency: Currency
  /** Millionths; of the group, or of the nearest it derives from that has one. */
  readonly taxRate: bigint | undefined
  /** The group itself, then what it derives from. */
  readonly chain: readonly string[]
}

/** Something that can be sold. */
export interface Variant {
  readonly id: string
  readonly productId: string
  /** Of the product, as its record has it. */
  readonly version: number
  readonly sku: string
  readonly variantSku: string | null
  readonly catalogId: string
  readonly taxRate: bigint
  readonly productNames: Texts
  readonly variantNames: Texts
  readonly prices: ReadonlyMap<string, bigint>
}

/** Payment or shipping: who may use it, and what it costs a price group. */
export interface Method {
  readonly id: string
  readonly name: string
  readonly names: Texts
  /** Of payment methods the share of what is paid, of shipping methods the tax; millionths. */
  readonly rate: bigint
  readonly countries: ReadonlySet<string>
  readonly prices: ReadonlyMap<string, bigint>
  /** Of payment methods whether a bill is sent, of shipping methods whether the goods are. */
  readonly sends: boolean
  /** Of payment methods whether coins and notes are handed over. */
  readonly takesCash: boolean
  /** Of payment methods whether they are paid with by gift cards. */
  readonly redeemsGiftCards: boolean
}

export interface CampaignItem {
  readonly id: string
  readonly target: 'lines' | 'shipping' | 'order'
  /** Millionths, or else amounts by currency. */
  readonly rate: bigint | undefined
  readonly amounts: ReadonlyMap<string, bigint>
  readonly catalogs: ReadonlySet<string>
  readonly skus: ReadonlySet<string>
  readonly names: Texts
  readonly descriptions: Texts
}

export interface Campaign {
  readonly id: string
  readonly priority: number
  readonly isExclusive: boolean
  readonly isAutomatic: boolean
  readonly from: string | null
  readonly to: string | null
  readonly names: Texts
  readonly codes: readonly string[]
  /** By currency; it runs in these alone. */
  readonly minimums: ReadonlyMap<string, bigint>
  readonly priceGroups: ReadonlySet<string>
  readonly items: readonly CampaignItem[]
}

export interface Customer {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly emailAddress: string | null
  readonly phoneNumber: string | null
}

/** One condition of a price group. */
export interface Criterion {
  readonly kind: string
  readonly values: ReadonlyMap<string, readonly string[]>
}

/** How many there are of something that stock is kept of. */
export interface StockLevel {
  readonly version: number
  readonly quantity: number
  readonly reorderPoint: number | null
}

/** What a customer belongs to. */
export interface Circles {
  readonly groups: ReadonlySet<string>
  readonly organization: string | undefined
}

/** What a store sells and how, as the rows of its file say it. */
export interface StoreWorld {
  readonly code: StoreCode
  readonly id: string
  readonly name: string
  readonly defaultCulture: string
  readonly cultures: readonly string[]
  readonly currencies: readonly Currency[]
  readonly orderNumberPrefix: string
  readonly lastOrderNumber: number
  readonly priceGroups: readonly PriceGroup[]
  /** By price group. */
  readonly criteria: ReadonlyMap<string, readonly Criterion[]>
  /** By customer. */
  readonly circles: ReadonlyMap<string, Circles>
  readonly timeZone: string
  readonly countryId: string
  readonly variants: readonly Variant[]
  /** By variant. */
  readonly stock: ReadonlyMap<string, StockLevel>
  readonly paymentMethods: readonly Method[]
  readonly shippingMethods: readonly Method[]
  readonly campaigns: readonly Campaign[]
  readonly customers: readonly Customer[]
}

/** How a program proves who it is at the token endpoint. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

export interface World {
  readonly clients: Readonly<
    Record<StoreCode, Readonly<Record<'clerk' | 'web' | 'support' | 'manager', Credentials>>>
  >
  readonly stores: Readonly<Record<StoreCode, StoreWorld>>
  /** Some served by all, some by few, some by none. */
  readonly countries: readonly string[]
}

type Row = Readonly<Record<string, string | number | null>>

const COUNTRIES = ['DK', 'DE', 'US', 'JP', 'SE', 'FR', 'AQ']
/** How many products of each catalog the clerks know: enough for every tax rate, family and discount. */
const OF_EACH_CATALOG = 2

/** Reads a database file of the demo shops, past every rule of the core. */
export function readWorld(file: string, clients: World['clients']): World {
  const db = new Sqlite(file, { readonly: true })
  try {
    const rows = (sql: string, ...values: readonly string[]): Row[] =>
      db.prepare<unknown[], Row>(sql).all(...values)
    const countries = COUNTRIES.map((code) =>
      text(rows('select id from countries where iso_code = ?', code)[0]?.id),
    )
    const stores = { harbour: readStore(rows, 'harbour'), uptown: readStore(rows, 'uptown') }
    return { clients, stores, countries }
  } finally {
    db.close()
  }
}

type Rows = (sql: string, ...values: readonly string[]) => Row[]

function readStore(rows: Rows, code: StoreCode): StoreWorld {
  const [store] = rows('select * from stores join order_numbers on store_id = id where code = ?', code)
  if (!store) throw new Error(`There is no store ${code}.`)
  const id = text(store.id)
  const currencies = rows(
    `select c.id, c.iso_code from store_currencies s join currencies c on c.id = s.currency_id
     where s.store_id = ? order by s.position`,
    id,
  ).map((row) => ({ id: text(row.id), isoCode: text(row.iso_code) }))
  return {
    code,
    id,
    name: text(store.name),
    defaultCulture: text(store.default_culture_code),
    cultures: rows('select culture_code from store_cultures where store_id = ? order by position', id).map(
      (row) => text(row.culture_code),
    ),
    currencies,
    orderNumberPrefix: text(store.prefix),
    lastOrderNumber: Number(store.last_number),
    priceGroups: readPriceGroups(rows, id, currencies),
    criteria: readCriteria(rows, id),
    circles: readCircles(rows, id),
    timeZone: text(store.time_zone),
    countryId: text(store.default_country_id),
    variants: readVariants(rows, id),
    stock: readStock(rows, id),
    paymentMethods: readMethods(rows, id, 'payment_method', 'fee_ppm', 'fees'),
    shippingMethods: readMethods(rows, id, 'shipping_method', 'tax_rate_ppm', 'prices'),
    campaigns: readCampaigns(rows, id),
    customers: rows('select * from customers where store_id = ? order by id limit 3', id).map((row) => ({
      id: text(row.id),
      firstName: text(row.first_name),
      lastName: text(row.last_name),
      emailAddress: row.email_address === null ? null : text(row.email_address),
      phoneNumber: row.phone_number === null ? null : text(row.phone_number),
    })),
  }
}

function readPriceGroups(rows: Rows, storeId: string, currencies: readonly Currency[]): PriceGroup[] {
  const all = rows('select * from price_groups where store_id = ? order by priority desc', storeId)
  const byId = new Map(all.map((row) => [row.id, row]))
  return all.map((own) => {
    const chain: Row[] = []
    for (let row: Row | undefined = own; row; row = byId.get(row.base_price_group_id)) chain.push(row)
    const currency = currencies.find(({ id }) => id === own.currency_id)
    if (!currency) throw new Error('A price group sells in a currency that its store does not take.')
    const taxed = chain.find((row) => row.tax_rate_ppm !== null)
    return {
      id: text(own.id),
      currency,
      taxRate: taxed && big(taxed.tax_rate_ppm),
      chain: chain.map((row) => text(row.id)),
    }
  })
}

function readCriteria(rows: Rows, storeId: string): ReadonlyMap<string, readonly Criterion[]> {
  const all = rows(
    `select c.* from price_group_criteria c join price_groups g on g.id = c.price_group_id where g.store_id = ?`,
    storeId,
  )
  const criteria = all.map((row) => {
    const values = rows('select * from price_group_criterion_values where criterion_id = ?', text(row.id))
    const byName = Map.groupBy(values, (value) => text(value.name))
    return {
      group: text(row.price_group_id),
      kind: text(row.kind),
      values: new Map([...byName].map(([name, own]) => [name, own.map(({ value }) => text(value))])),
    }
  })
  return Map.groupBy(criteria, ({ group }) => group)
}

function readCircles(rows: Rows, storeId: string): ReadonlyMap<string, Circles> {
  const members = rows('select * from customer_group_members')
  return new Map(
    rows('select * from customers where store_id = ?', storeId).map(({ id, organization_id }) => [
      text(id),
      {
        groups: set(
          members.filter(({ customer_id }) => customer_id === id),
          'customer_group_id',
        ),
        organization: organization_id === null ? undefined : text(organization_id),
      },
    ]),
  )
}

function readVariants(rows: Rows, storeId: string): Variant[] {
  const products = rows(
    `select * from (select *, row_number() over (partition by catalog_id order by sku) as rank
     from products where store_id = ?) where rank <= ${OF_EACH_CATALOG} order by sku`,
    storeId,
  )
  return products.flatMap((product) =>
    rows('select * from variants where product_id = ? order by position limit 2', text(product.id)).map(
      (row) => ({
        id: text(row.id),
        productId: text(product.id),
        version: Number(product.version),
        sku: text(product.sku),
        variantSku: row.variant_sku === null ? null : text(row.variant_sku),
        catalogId: text(product.catalog_id),
        taxRate: big(product.tax_rate_ppm),
        productNames: texts(
          rows('select * from product_names where product_id = ?', text(product.id)),
          'name',
        ),
        variantNames: texts(rows('select * from variant_names where variant_id = ?', text(row.id)), 'name'),
        prices: amounts(rows('select * from prices where variant_id = ?', text(row.id)), 'price_group_id'),
      }),
    ),
  )
}

function readStock(rows: Rows, storeId: string): ReadonlyMap<string, StockLevel> {
  return new Map(
    rows('select * from stock_levels where store_id = ?', storeId).map((row) => [
      text(row.id),
      {
        version: Number(row.version),
        quantity: Number(row.quantity),
        reorderPoint: row.reorder_point === null ? null : Number(row.reorder_point),
      },
    ]),
  )
}

function readMethods(rows: Rows, storeId: string, kind: string, rate: string, prices: string): Method[] {
  return rows(`select * from ${kind}s where store_id = ? order by position`, storeId).map((row) => ({
    id: text(row.id),
    name: text(row.name),
    names: texts(rows(`select * from ${kind}_texts where ${kind}_id = ?`, text(row.id)), 'display_name'),
    rate: big(row[rate]),
    sends: (row.sends_invoice ?? row.delivers) === 1,
    takesCash: row.takes_cash === 1,
    redeemsGiftCards: row.redeems_gift_cards === 1,
    countries: set(rows(`select * from ${kind}_countries where ${kind}_id = ?`, text(row.id)), 'country_id'),
    prices: amounts(
      rows(`select * from ${kind}_${prices} where ${kind}_id = ?`, text(row.id)),
      'price_group_id',
    ),
  }))
}

function readCampaigns(rows: Rows, storeId: string): Campaign[] {
  return rows('select * from campaigns where store_id = ? order by priority desc, id', storeId).map((row) => {
    const id = text(row.id)
    return {
      id,
      priority: Number(row.priority),
      isExclusive: row.is_exclusive === 1,
      isAutomatic: row.is_automatic === 1,
      from: row.valid_from === null ? null : text(row.valid_from),
      to: row.valid_to === null ? null : text(row.valid_to),
      names: texts(rows('select * from campaign_texts where campaign_id = ?', id), 'name'),
      codes: rows('select code from campaign_codes where campaign_id = ? order by code', id).map((code) =>
        text(code.code),
      ),
      minimums: amounts(
        rows('select * from campaign_currencies where campaign_id = ?', id),
        'currency_id',
        'minimum',
      ),
      priceGroups: set(
        rows('select * from campaign_price_groups where campaign_id = ?', id),
        'price_group_id',
      ),
      items: rows('select * from campaign_items where campaign_id = ? order by position', id).map((item) =>
        readItem(rows, item),
      ),
    }
  })
}

function readItem(rows: Rows, item: Row): CampaignItem {
  const id = text(item.id)
  const written = rows('select * from campaign_item_texts where campaign_item_id = ?', id)
  return {
    id,
    target: item.target as CampaignItem['target'],
    rate: item.rate_ppm === null ? undefined : big(item.rate_ppm),
    amounts: amounts(
      rows('select * from campaign_item_amounts where campaign_item_id = ?', id),
      'currency_id',
    ),
    catalogs: set(rows('select * from campaign_item_catalogs where campaign_item_id = ?', id), 'catalog_id'),
    skus: set(
      rows(
        `select p.sku from campaign_item_products i join products p on p.id = i.product_id
         where i.campaign_item_id = ?`,
        id,
      ),
      'sku',
    ),
    names: texts(written, 'name'),
    descriptions: texts(written, 'description'),
  }
}

const text = (value: Row[string] | undefined): string => {
  if (typeof value !== 'string') throw new Error('The file has no text here.')
  return value
}
const big = (value: Row[string] | undefined): bigint => BigInt(Number(value))
const texts = (rows: readonly Row[], column: string): Texts =>
  new Map(rows.map((row) => [text(row.culture_code), text(row[column])]))
const set = (rows: readonly Row[], column: string): ReadonlySet<string> =>
  new Set(rows.map((row) => text(row[column])))
const amounts = (rows: readonly Row[], key: string, column = 'amount'): ReadonlyMap<string, bigint> =>
  new Map(rows.map((row) => [text(row[key]), big(row[column])]))

/** A text in a culture; in its language, in the store's own culture or in any where there is none. */
export function inCulture(texts: Texts, culture: string, own: string): string | undefined {
  const language = culture.slice(0, 2)
  const kin = [...texts.keys()].find((key) => key.startsWith(language))
  const [any] = texts.values()
  return texts.get(culture) ?? (kin === undefined ? undefined : texts.get(kin)) ?? texts.get(own) ?? any
}

/** Of amounts by price group, the one that counts for a group: its own, or of the nearest it derives from. */
export function amountFor(group: PriceGroup, prices: ReadonlyMap<string, bigint>): bigint | undefined {
  const link = group.chain.find((id) => prices.has(id))
  return link === undefined ? undefined : prices.get(link)
}

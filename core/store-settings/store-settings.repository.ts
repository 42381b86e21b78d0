import type { ReadDb, WriteDb } from '../database/engine.ts'
import { insertRow, insertRows, updateVersion } from '../database/queries/prepared.ts'
import { seedCountries } from '../countries/seed-countries.ts'
import { newId } from '../kernel/ids.ts'
import { isSame } from '../records/is-same.ts'
import type { RecordChange, RecordRows } from '../records/noun.ts'
import { readStore } from '../stores/store.repository.ts'
import type { StoreReceiptTextTable } from '../stores/store.table.ts'
import type { ManagedStore } from './store-settings.schema.ts'

/** A store with all that it says of itself; it is answered as it is. */
export type StoreSettings = Readonly<ManagedStore>

/** The first order is number 10001: a number that nobody takes for a count. */
const LAST_NUMBER_BEFORE_FIRST_ORDER = 10_000

/** The store of an id, where it is the caller's. */
export async function findStoreSettings(
  db: ReadDb,
  storeId: string,
  key: string,
): Promise<StoreSettings | undefined> {
  if (key !== storeId) return undefined
  const { version, prefix } = await db
    .selectFrom('stores as store')
    .leftJoin('order_numbers as number', 'number.store_id', 'store.id')
    .select(['store.version', 'number.prefix'])
    .where('store.id', '=', storeId)
    .executeTakeFirstOrThrow()
  const store = await readStore(db, storeId)
  const { countryCode: _, ...printed } = store.printed
  return {
    id: store.id,
    version,
    code: store.code,
    name: store.name,
    description: store.description,
    ...printed,
    countryId: store.defaultCountryId,
    cultures: [...store.cultures],
    defaultCultureCode: store.defaultCulture,
    currencies: store.currencies.map(({ isoCode }) => isoCode),
    timeZone: store.timeZone,
    orderNumberPrefix: prefix ?? '',
    lockAfterMinutes: store.lockAfterMinutes,
    ...store.walkIn,
  }
}

/** Stores stay. */
export const storeSettingsRows: RecordRows<StoreSettings> = {
  table: 'stores',
  insert: async (db, _author, records) => {
    for (const record of records) await insert(db, record)
  },
  delete: async () => Promise.reject(new Error('A store stays.')),
  update: async (db, _author, changes) => {
    for (const change of changes) await update(db, change)
  },
}

const columnsOf = (store: StoreSettings) => ({
  version: store.version,
  name: store.name,
  description: store.description,
  line1: store.line1,
  line2: store.line2,
  postal_code: store.postalCode,
  city: store.city,
  region: store.region,
  default_country_id: store.countryId,
  phone: store.phoneNumber,
  email: store.emailAddress,
  tax_number: store.taxNumber,
  default_culture_code: store.defaultCultureCode,
  time_zone: store.timeZone,
  lock_after_minutes: store.lockAfterMinutes,
  walk_in_shipping_method_id: store.walkInShippingMethodId,
  walk_in_payment_method_id: store.walkInPaymentMethodId,
  begins_with_walk_in: Number(store.beginsWithWalkIn),
})

async function insert(db: WriteDb, store: StoreSettings): Promise<void> {
  await insertRow(db, 'stores', { id: store.id, code: store.code, keeps_stock: 0, ...columnsOf(store) })
  await insertRow(db, 'order_numbers', {
    store_id: store.id,
    prefix: store.orderNumberPrefix,
    last_number: LAST_NUMBER_BEFORE_FIRST_ORDER,
  })
  await writeCultures(db, [], store)
  await writeCurrencies(db, store)
  await writeTexts(db, store)
}

async function update(db: WriteDb, { before, after }: RecordChange<StoreSettings>): Promise<void> {
  const store_id = after.id
  await updateVersion(db, 'stores', before, columnsOf(after))
  if (!isSame(before.cultures, after.cultures)) await writeCultures(db, before.cultures, after)
  if (!isSame(before.currencies, after.currencies)) await writeCurrencies(db, after)
  if (!isSame(textRows(before), textRows(after))) await writeTexts(db, after)
  if (before.orderNumberPrefix !== after.orderNumberPrefix) {
    await db
      .updateTable('order_numbers')
      .set({ prefix: after.orderNumberPrefix })
      .where('store_id', '=', store_id)
      .execute()
  }
}

async function writeCultures(
  db: WriteDb,
  before: readonly string[],
  { cultures, id }: StoreSettings,
): Promise<void> {
  const added = cultures.filter((culture) => !before.includes(culture))
  if (added.length > 0) await seedCountries(db, added)
  await db.deleteFrom('store_cultures').where('store_id', '=', id).execute()
  const rows = cultures.map((culture_code, position) => ({ store_id: id, culture_code, position }))
  await insertRows(db, 'store_cultures', rows)
}

async function writeCurrencies(db: WriteDb, { currencies, id }: StoreSettings): Promise<void> {
  const ids: string[] = []
  for (const code of currencies) ids.push(await currencyOf(db, code))
  await db.deleteFrom('store_currencies').where('store_id', '=', id).execute()
  const rows = ids.map((currency_id, position) => ({ store_id: id, currency_id, position }))
  await insertRows(db, 'store_currencies', rows)
}

async function writeTexts(db: WriteDb, store: StoreSettings): Promise<void> {
  await db.deleteFrom('store_receipt_texts').where('store_id', '=', store.id).execute()
  await insertRows(db, 'store_receipt_texts', textRows(store))
}

function textRows({ id, receiptFoot, receiptHead }: StoreSettings): StoreReceiptTextTable[] {
  const cultures = new Set([...Object.keys(receiptHead), ...Object.keys(receiptFoot)])
  return [...cultures].sort().map((culture_code) => ({
    store_id: id,
    culture_code,
    head: receiptHead[culture_code] ?? '',
    foot: receiptFoot[culture_code] ?? '',
  }))
}

/** The currency of a code; all stores share it, and the first that takes it makes it. @returns its id */
async function currencyOf(db: WriteDb, isoCode: string): Promise<string> {
  const known = await db
    .selectFrom('currencies')
    .select('id')
    .where('iso_code', '=', isoCode)
    .executeTakeFirst()
  if (known) return known.id
  const id = newId()
  await db.insertInto('currencies').values({ id, iso_code: isoCode }).execute()
  return id
}

/** What of a store still works in a culture or a currency. */
export interface InUse {
  /** Carts that are open, those of reopened orders too. */
  readonly carts: number
  /** Price groups that are offered, by their names in the store's culture. */
  readonly priceGroups: readonly string[]
}

export async function usesOfCulture(db: ReadDb, storeId: string, culture: string): Promise<InUse> {
  const { carts } = await db
    .selectFrom('carts')
    .select(({ fn }) => fn.countAll<number>().as('carts'))
    .where('store_id', '=', storeId)
    .where('state', '=', 'open')
    .where('culture_code', '=', culture)
    .executeTakeFirstOrThrow()
  return { carts, priceGroups: [] }
}

export async function usesOfCurrency(
  db: ReadDb,
  { defaultCultureCode, id }: StoreSettings,
  isoCode: string,
): Promise<InUse> {
  const { carts } = await db
    .selectFrom('carts as cart')
    .innerJoin('currencies as currency', 'currency.id', 'cart.currency_id')
    .select(({ fn }) => fn.countAll<number>().as('carts'))
    .where('cart.store_id', '=', id)
    .where('cart.state', '=', 'open')
    .where('currency.iso_code', '=', isoCode)
    .executeTakeFirstOrThrow()
  const groups = await db
    .selectFrom('price_groups as group')
    .innerJoin('currencies as currency', 'currency.id', 'group.currency_id')
    .leftJoin('price_group_names as name', (join) =>
      join.onRef('name.price_group_id', '=', 'group.id').on('name.culture_code', '=', defaultCultureCode),
    )
    .select(['group.id', 'name.name'])
    .where('group.store_id', '=', id)
    .where('group.state', '=', 'active')
    .where('currency.iso_code', '=', isoCode)
    .orderBy('group.id')
    .execute()
  return { carts, priceGroups: groups.map((group) => group.name ?? group.id) }
}

import { LAST_NUMBER_BEFORE_FIRST_ORDER } from '../orders/order.table.ts'
import type { WriteDb } from '../database/engine.ts'
import type { DemoShop } from './demo-shop.ts'
import { Random } from './random.ts'
import { RowWriter } from './row-writer.ts'
import { makeCampaigns } from './seed-campaigns.ts'
import { makeCatalog } from './seed-catalog.ts'
import { DEFAULT_LOCK_MINUTES } from '../stores/store.table.ts'
import { seedCountries } from '../countries/seed-countries.ts'
import { makeCustomers } from './seed-customers.ts'
import { makeMethods } from './seed-methods.ts'
import { makeCircles, makePriceGroups } from './seed-price-groups.ts'
import { idOf, OPENED } from './shop-keys.ts'

/**
 * Makes one shop with everything it needs to sell, but nothing sold yet.
 * @param made when the store is made: the console opens the store that was made first
 * @returns the store's id
 */
export async function seedShop(db: WriteDb, shop: DemoShop, made: Date): Promise<string> {
  const random = new Random(shop.seed)
  const countries = await seedCountries(db, shop.cultures)
  const currencies = await seedCurrencies(db, shop.currencies, random)
  const rows = new RowWriter()
  const storeId = random.id(made.getTime())
  rows.add('stores', {
    id: storeId,
    code: shop.code,
    name: shop.name,
    description: shop.description,
    time_zone: shop.timeZone,
    default_culture_code: shop.cultures[0] ?? 'en',
    default_country_id: idOf(countries, shop.country),
    version: 1,
    line1: shop.line1,
    postal_code: shop.postalCode,
    city: shop.city,
    region: shop.region ?? null,
    phone: shop.phoneNumber,
    email: shop.emailAddress,
    tax_number: shop.taxNumber,
    lock_after_minutes: DEFAULT_LOCK_MINUTES,
  })
  rows.add('order_numbers', {
    store_id: storeId,
    prefix: shop.orderNumberPrefix,
    last_number: LAST_NUMBER_BEFORE_FIRST_ORDER,
  })
  for (const [position, culture] of shop.cultures.entries()) {
    rows.add('store_cultures', { store_id: storeId, culture_code: culture, position })
    rows.add('store_receipt_texts', {
      store_id: storeId,
      culture_code: culture,
      head: '',
      foot: shop.receiptFoot[position] ?? '',
    })
  }
  for (const [position, currency] of shop.currencies.entries()) {
    rows.add('store_currencies', { store_id: storeId, currency_id: idOf(currencies, currency), position })
  }
  const making = { rows, random, storeId, countries, currencies }
  const circles = makeCircles(making, shop)
  const priceGroups = makePriceGroups(making, shop, circles)
  makeMethods(making, shop, priceGroups)
  const catalogs = makeCatalog(making, shop, priceGroups)
  makeCustomers(making, shop, circles)
  makeCampaigns(making, shop, { priceGroups, catalogs })
  await rows.flush(db)
  return storeId
}

/** Currencies belong to all stores: those that are there already keep their ids. */
async function seedCurrencies(
  db: WriteDb,
  codes: readonly string[],
  random: Random,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const iso_code of codes) {
    const known = await db
      .selectFrom('currencies')
      .select('id')
      .where('iso_code', '=', iso_code)
      .executeTakeFirst()
    const id = random.id(OPENED)
    ids.set(iso_code, known?.id ?? id)
    if (!known) await db.insertInto('currencies').values({ id, iso_code }).execute()
  }
  return ids
}

import { CONSOLE_NAME } from '../access/console-access.ts'
import { seedCountries } from '../countries/seed-countries.ts'
import type { WriteDb } from '../database/engine.ts'
import { createRecord } from '../records/create-record.ts'
import { storeNoun } from '../store-settings/store-settings.noun.ts'
import type { DemoShop } from './demo-shop.ts'
import { Random } from './random.ts'
import { makeCampaigns } from './seed-campaigns.ts'
import { makeCatalogs } from './seed-catalog.ts'
import { makeCustomers } from './seed-customers.ts'
import { makeGiftCards } from './seed-gift-cards.ts'
import { makeMethods } from './seed-methods.ts'
import { makeCircles, makePriceGroups } from './seed-price-groups.ts'
import { makeStock } from './seed-stock.ts'
import { byCulture, idOf, OPENED, type ShopMaking } from './shop-keys.ts'

/**
 * Makes one shop with everything it needs to sell, but nothing sold yet: as somebody at its console would, record by
 * record, with ids that are the same wherever it is made.
 * @param made when the store is made: the console opens the store that was made first
 * @returns the store's id
 */
export async function seedShop(db: WriteDb, shop: DemoShop, made: Date): Promise<string> {
  const random = new Random(shop.seed)
  const countries = await seedCountries(db, [])
  await seedCurrencies(db, shop.currencies, random)
  const storeId = random.id(made.getTime())
  const making = { db, shop, random, author: { storeId, name: CONSOLE_NAME, now: new Date(OPENED) } }
  await makeStore(making, idOf(countries, shop.country))
  const circles = await makeCircles(making)
  const priceGroups = await makePriceGroups(making, circles)
  await makeMethods(making, priceGroups)
  const catalogs = await makeCatalogs(making, priceGroups)
  await makeCustomers(making, circles, countries)
  await makeCampaigns(making, { priceGroups, catalogs })
  await makeGiftCards(making)
  await makeStock(making)
  return storeId
}

const makeStore = async ({ author, db, shop }: ShopMaking, countryId: string) =>
  createRecord(
    db,
    author,
    storeNoun,
    {
      name: shop.name,
      description: shop.description,
      line1: shop.line1,
      postalCode: shop.postalCode,
      city: shop.city,
      region: shop.region,
      countryId,
      phoneNumber: shop.phoneNumber,
      emailAddress: shop.emailAddress,
      taxNumber: shop.taxNumber,
      receiptFoot: byCulture(shop, shop.receiptFoot),
      cultures: [...shop.cultures],
      defaultCultureCode: shop.cultures[0] ?? 'en',
      currencies: [...shop.currencies],
      timeZone: shop.timeZone,
      orderNumberPrefix: shop.orderNumberPrefix,
    },
    (store) => ({ ...store, id: author.storeId, code: shop.code }),
  )

/** Currencies belong to all stores: those that are there already keep their ids. */
async function seedCurrencies(db: WriteDb, codes: readonly string[], random: Random): Promise<void> {
  for (const iso_code of codes) {
    const id = random.id(OPENED)
    const known = await db
      .selectFrom('currencies')
      .select('id')
      .where('iso_code', '=', iso_code)
      .executeTakeFirst()
    if (!known) await db.insertInto('currencies').values({ id, iso_code }).execute()
  }
}

import { LAST_NUMBER_BEFORE_FIRST_ORDER } from '../orders/order.table.ts'
import type { WriteDb } from '../database/engine.ts'
import { seedCountries } from '../countries/seed-countries.ts'
import { badRequest } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import { currencyOf } from '../shop/shop.repository.ts'
import { DEFAULT_LOCK_MINUTES } from '../stores/store.table.ts'
import type { NewShop } from './setup.schema.ts'
import { shopWords } from './shop-words.ts'

/**
 * Makes a store with what its first order needs and nothing to sell yet: all countries, one price group, one catalog,
 * collection and delivery, cash, card terminal and invoice.
 * @param place of its fields in the body
 * @returns the store's id
 * @throws CommerceError BadRequest for a country, currency or time zone that does not exist
 */
export async function createShop(db: WriteDb, shop: NewShop, place = ''): Promise<string> {
  const currencyCode = shop.currency.toUpperCase()
  if (!Intl.supportedValuesOf('currency').includes(currencyCode)) {
    throw badRequest('setup.currency', 'must be a currency of ISO 4217', `${place}currency`)
  }
  if (!isTimeZone(shop.timeZone)) {
    throw badRequest('setup.time-zone', 'must be a time zone such as Europe/Copenhagen', `${place}timeZone`)
  }
  const culture = shop.cultureCode
  const words = shopWords(culture)
  const countries = await seedCountries(db, [culture])
  const countryId = countries.get(shop.countryCode.toUpperCase())
  if (countryId === undefined) {
    throw badRequest('setup.country', 'must be a country of ISO 3166', `${place}countryCode`)
  }

  const storeId = newId()
  const currencyId = await currencyOf(db, currencyCode)
  await db
    .insertInto('stores')
    .values({
      id: storeId,
      code: await freeCode(db, shop.name),
      name: shop.name.trim(),
      description: null,
      time_zone: shop.timeZone,
      default_culture_code: culture,
      default_country_id: countryId,
      version: 1,
      lock_after_minutes: DEFAULT_LOCK_MINUTES,
      ...addressOf(shop),
    })
    .execute()
  await db
    .insertInto('order_numbers')
    .values({ store_id: storeId, prefix: '', last_number: LAST_NUMBER_BEFORE_FIRST_ORDER })
    .execute()
  await db
    .insertInto('store_cultures')
    .values({ store_id: storeId, culture_code: culture, position: 0 })
    .execute()
  await db
    .insertInto('store_currencies')
    .values({ store_id: storeId, currency_id: currencyId, position: 0 })
    .execute()

  const priceGroupId = newId()
  await db
    .insertInto('price_groups')
    .values({
      id: priceGroupId,
      store_id: storeId,
      currency_id: currencyId,
      base_price_group_id: null,
      priority: 0,
      tax_rate_ppm: null,
      tax_rate_id: null,
      version: 1,
      state: 'active',
    })
    .execute()
  await db
    .insertInto('price_group_names')
    .values({ price_group_id: priceGroupId, culture_code: culture, name: words.priceGroup })
    .execute()
  const catalogId = newId()
  await db
    .insertInto('catalogs')
    .values({ id: catalogId, store_id: storeId, position: 0, version: 1, state: 'active' })
    .execute()
  await db
    .insertInto('catalog_names')
    .values({ catalog_id: catalogId, culture_code: culture, name: words.catalog })
    .execute()

  const shared = { storeId, priceGroupId, culture, countryIds: [...countries.values()] }
  const paymentMethodIds: string[] = []
  for (const [position, name] of [words.cash, words.card, words.invoice].entries()) {
    const sendsInvoice = name === words.invoice
    paymentMethodIds.push(await insertPaymentMethod(db, { ...shared, name, position, sendsInvoice }))
  }
  for (const [position, name] of [words.collection, words.delivery].entries()) {
    const delivers = name === words.delivery
    await insertShippingMethod(db, { ...shared, name, position, delivers, paymentMethodIds })
  }
  return storeId
}

/** What stands on its receipts, as far as it was told. */
const addressOf = ({ city, line1, phoneNumber, postalCode, taxNumber }: NewShop) => ({
  line1: line1 || null,
  postal_code: postalCode || null,
  city: city || null,
  phone: phoneNumber || null,
  tax_number: taxNumber || null,
})

/** A short code for the command line, made of the name: `Harbour & Sons` becomes `harbour-sons`. */
async function freeCode(db: WriteDb, name: string): Promise<string> {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const base = words?.join('-').slice(0, 40) ?? 'shop'
  for (let number = 1; ; number++) {
    const code = number === 1 ? base : `${base}-${number}`
    const taken = await db.selectFrom('stores').select('id').where('code', '=', code).executeTakeFirst()
    if (!taken) return code
  }
}

interface Method {
  readonly storeId: string
  readonly priceGroupId: string
  readonly culture: string
  readonly countryIds: readonly string[]
  readonly name: string
  readonly position: number
}

/** A method without a fee, for every country. @returns its id */
async function insertPaymentMethod(
  db: WriteDb,
  method: Method & { readonly sendsInvoice: boolean },
): Promise<string> {
  const { storeId, priceGroupId, culture, countryIds, name, position, sendsInvoice } = method
  const id = newId()
  const none = { image_id: null, image_url: null, gateway_url: null, return_url: null }
  await db
    .insertInto('payment_methods')
    .values({
      id,
      store_id: storeId,
      name,
      fee_ppm: 0,
      position,
      sends_invoice: Number(sendsInvoice),
      version: 1,
      state: 'active',
      ...none,
    })
    .execute()
  await db
    .insertInto('payment_method_texts')
    .values({ payment_method_id: id, culture_code: culture, display_name: name, description: null })
    .execute()
  await db
    .insertInto('payment_method_fees')
    .values({ payment_method_id: id, price_group_id: priceGroupId, amount: 0 })
    .execute()
  await db
    .insertInto('payment_method_countries')
    .values(countryIds.map((countryId) => ({ payment_method_id: id, country_id: countryId })))
    .execute()
  return id
}

/** A method that costs nothing, for every country and with every payment method. */
async function insertShippingMethod(
  db: WriteDb,
  method: Method & { readonly delivers: boolean; readonly paymentMethodIds: readonly string[] },
): Promise<void> {
  const { storeId, priceGroupId, culture, countryIds, name, position, delivers, paymentMethodIds } = method
  const id = newId()
  await db
    .insertInto('shipping_methods')
    .values({
      id,
      store_id: storeId,
      name,
      image_url: null,
      tax_rate_ppm: 0,
      delivers: Number(delivers),
      default_payment_method_id: paymentMethodIds[0] ?? null,
      position,
      version: 1,
      state: 'active',
    })
    .execute()
  await db
    .insertInto('shipping_method_texts')
    .values({ shipping_method_id: id, culture_code: culture, display_name: name, description: null })
    .execute()
  await db
    .insertInto('shipping_method_prices')
    .values({ shipping_method_id: id, price_group_id: priceGroupId, amount: 0 })
    .execute()
  await db
    .insertInto('shipping_method_countries')
    .values(countryIds.map((countryId) => ({ shipping_method_id: id, country_id: countryId })))
    .execute()
  await db
    .insertInto('shipping_method_payment_methods')
    .values(paymentMethodIds.map((methodId) => ({ shipping_method_id: id, payment_method_id: methodId })))
    .execute()
}

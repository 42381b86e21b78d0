import { catalogNoun } from '../catalog/manage/catalog.noun.ts'
import { seedCountries } from '../countries/seed-countries.ts'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import type { Author } from '../history/record-events.ts'
import { badRequest } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { fold } from '../kernel/search-terms.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import { paymentMethodNoun } from '../payment-methods/manage/payment-method.noun.ts'
import { priceGroupNoun } from '../price-groups/manage/price-group.noun.ts'
import { createRecord } from '../records/create-record.ts'
import { saveRecord } from '../records/save-record.ts'
import { shippingMethodNoun } from '../shipping-methods/manage/shipping-method.noun.ts'
import { storeNoun } from '../store-settings/store-settings.noun.ts'
import type { StoreSettings } from '../store-settings/store-settings.repository.ts'
import type { NewShop } from './setup.schema.ts'
import { shopWords } from '../stores/shop-words.ts'
import { taxRateNoun } from '../tax-rates/tax-rate.noun.ts'

/**
 * Makes a store with what its first order needs and nothing to sell yet: all countries, one price group, one catalog,
 * collection and delivery, cash, card terminal and invoice, and the tax rates that it names.
 * @param place of its fields in the body
 * @throws CommerceError BadRequest for a country, currency or time zone that does not exist
 */
export async function createShop(
  db: WriteDb,
  { name, now }: Omit<Author, 'storeId'>,
  shop: NewShop,
  place = '',
): Promise<StoreSettings> {
  const currency = shop.currency.toUpperCase()
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    throw badRequest('setup.currency', 'must be a currency of ISO 4217', `${place}currency`)
  }
  if (!isTimeZone(shop.timeZone)) {
    throw badRequest('setup.time-zone', 'must be a time zone such as Europe/Copenhagen', `${place}timeZone`)
  }
  const culture = shop.cultureCode
  const countryIds = await seedCountries(db, [culture])
  const countryId = countryIds.get(shop.countryCode.toUpperCase())
  if (countryId === undefined) {
    throw badRequest('setup.country', 'must be a country of ISO 3166', `${place}countryCode`)
  }

  const id = newId()
  const code = await freeCode(db, shop.name)
  const author: Author = { name, now, storeId: id }
  const { record: store } = await createRecord(
    db,
    author,
    storeNoun,
    {
      name: shop.name,
      line1: shop.line1,
      postalCode: shop.postalCode,
      city: shop.city,
      region: shop.region,
      countryId,
      phoneNumber: shop.phoneNumber,
      taxNumber: shop.taxNumber,
      cultures: [culture],
      defaultCultureCode: culture,
      currencies: [currency],
      timeZone: shop.timeZone,
    },
    (record) => ({ ...record, id, code }),
  )
  const taxRates = shop.taxRates ?? []
  const ofWalkIns = await createTerms(db, author, {
    culture,
    currency,
    countries: [...countryIds.keys()],
    taxRates,
  })
  if (shop.walkIns !== true) return store
  const around = await storeNoun.around(db, id)
  const body = { ...storeNoun.view(around, store), ...ofWalkIns, beginsWithWalkIn: true }
  const { record } = await saveRecord(
    db,
    author,
    storeNoun,
    around,
    store,
    storeNoun.read(around, body, store),
  )
  return record
}

interface Terms {
  readonly culture: string
  /** ISO 4217. */
  readonly currency: string
  /** Of which goods may come to each, and be paid for from each: ISO 3166-1 alpha-2. */
  readonly countries: string[]
  /** The first is that of most goods. */
  readonly taxRates: readonly { readonly name: string; readonly rate: number }[]
}

/** What a store sells on: none of it costs anything, and all of it may be changed. @returns what of it is for walk-ins */
async function createTerms(
  db: WriteDb,
  author: Author,
  { countries, culture, currency, taxRates }: Terms,
): Promise<Pick<StoreSettings, 'walkInPaymentMethodId' | 'walkInShippingMethodId'>> {
  const words = shopWords(culture)
  const called = (word: string) => ({ names: { [culture]: word } })
  const group = await createRecord(db, author, priceGroupNoun, { ...called(words.priceGroup), currency })
  await createRecord(db, author, catalogNoun, called(words.catalog))
  for (const [place, { name, rate }] of taxRates.entries())
    await createRecord(db, author, taxRateNoun, { ...called(name), rate, isDefault: place === 0 })
  const free = [{ priceGroupId: group.record.id, amount: 0 }]
  const paymentMethodIds: string[] = []
  for (const word of [words.cash, words.card, words.invoice]) {
    const takes = { sendsInvoice: word === words.invoice, takesCash: word === words.cash }
    const body = { ...called(word), fees: free, countries, ...takes }
    paymentMethodIds.push((await createRecord(db, author, paymentMethodNoun, body)).record.id)
  }
  const paid = { paymentMethodIds, defaultPaymentMethodId: paymentMethodIds[0] }
  const shippingMethodIds: string[] = []
  for (const word of [words.collection, words.delivery]) {
    const delivers = word === words.delivery
    // Free as it is, it has no tax; what somebody makes it cost has.
    const taxRate = taxRates[0]?.rate ?? 0
    const body = { ...called(word), prices: free, taxRate, countries, delivers, ...paid }
    shippingMethodIds.push((await createRecord(db, author, shippingMethodNoun, body)).record.id)
  }
  return {
    walkInShippingMethodId: shippingMethodIds[0] ?? null,
    walkInPaymentMethodId: paymentMethodIds[0] ?? null,
  }
}

/** A short code for the command line, made of the name: `Bäckerei Müller & Söhne` becomes `backerei-muller-sohne`. */
async function freeCode(db: ReadDb, name: string): Promise<string> {
  const words = fold(name).match(/[a-z0-9]+/g)
  const base = words?.join('-').slice(0, 40) ?? 'shop'
  for (let number = 1; ; number++) {
    const code = number === 1 ? base : `${base}-${number}`
    const taken = await db.selectFrom('stores').select('id').where('code', '=', code).executeTakeFirst()
    if (!taken) return code
  }
}

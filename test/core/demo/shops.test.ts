import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../../core/database/engine.ts'
import { demoShops } from '../../../core/demo/demo-shops.ts'
import { isoCodes, seedCountries } from '../../../core/countries/seed-countries.ts'
import { openDemo } from './demo-database.ts'

let database: Engine
let close: () => Promise<void>
beforeAll(async () => ({ database, close } = await openDemo(0)))
afterAll(async () => close())

const storeId = async (code: string) =>
  (await database.reader.selectFrom('stores').select('id').where('code', '=', code).executeTakeFirstOrThrow())
    .id

describe('the demo shops', () => {
  it('are two, the harbour first', async () => {
    const stores = await database.reader.selectFrom('stores').select('code').orderBy('id').execute()
    expect(stores.map(({ code }) => code)).toEqual(['harbour', 'uptown'])
  })

  it.each([
    ['harbour', ['en-GB', 'da-DK', 'de-DE'], ['EUR', 'DKK'], 300],
    ['uptown', ['en-US', 'ja-JP'], ['USD', 'JPY'], 120],
  ])('%s has its cultures, currencies and goods', async (code, cultures, currencies, products) => {
    const id = await storeId(code)
    const ofStore = await database.reader
      .selectFrom('store_cultures')
      .select('culture_code')
      .where('store_id', '=', id)
      .orderBy('position')
      .execute()
    expect(ofStore.map((row) => row.culture_code)).toEqual(cultures)
    const money = await database.reader
      .selectFrom('store_currencies as taken')
      .innerJoin('currencies as currency', 'currency.id', 'taken.currency_id')
      .select('currency.iso_code')
      .where('taken.store_id', '=', id)
      .orderBy('taken.position')
      .execute()
    expect(money.map((row) => row.iso_code)).toEqual(currencies)
    const goods = await database.reader
      .selectFrom('products')
      .select('id')
      .where('store_id', '=', id)
      .execute()
    expect(goods.length).toBeGreaterThanOrEqual(products)
  })

  it('know all 249 countries of ISO 3166, named in every culture', async () => {
    const countries = await database.reader.selectFrom('countries').selectAll().execute()
    expect(countries).toHaveLength(249)
    expect(countries.map((country) => country.iso_code).sort()).toEqual(isoCodes())
    for (const country of countries) {
      expect(country.culture_code).toMatch(new RegExp(`^[a-z]{2,3}-${country.iso_code}$`))
    }
    const names = await database.reader.selectFrom('country_names').selectAll().execute()
    expect(names).toHaveLength(249 * 5)
    expect(names.filter(({ name }) => /^[A-Z]{2}$|^$/.test(name))).toEqual([])
    const denmark = countries.find((country) => country.iso_code === 'DK')
    const inCultures = names
      .filter((name) => name.country_id === denmark?.id)
      .map((row) => [row.culture_code, row.name])
    expect(Object.fromEntries(inCultures)).toEqual({
      'en-GB': 'Denmark',
      'en-US': 'Denmark',
      'da-DK': 'Danmark',
      'de-DE': 'Dänemark',
      'ja-JP': 'デンマーク',
    })
  })

  it('leave countries that are there as they are, and name them in a further culture', async () => {
    const before = await database.reader.selectFrom('countries').selectAll().execute()
    await database.transact(async (db) => seedCountries(db, ['en-GB', 'fr-FR']))
    expect(await database.reader.selectFrom('countries').selectAll().execute()).toEqual(before)
    const { name } = await database.reader
      .selectFrom('country_names as text')
      .innerJoin('countries as country', 'country.id', 'text.country_id')
      .select('text.name')
      .where('text.culture_code', '=', 'fr-FR')
      .where('country.iso_code', '=', 'DE')
      .executeTakeFirstOrThrow()
    expect(name).toBe('Allemagne')
  })
})

describe('goods', () => {
  it('carry valid, different barcodes from the range of shops', async () => {
    const rows = await database.reader.selectFrom('variants').select('barcode').execute()
    const barcodes = rows.map((row) => row.barcode ?? '')
    expect(new Set(barcodes).size).toBe(barcodes.length)
    for (const barcode of barcodes) {
      expect(barcode).toMatch(/^2\d{12}$/)
      // Independent of the maker: the weighted sum of all thirteen digits is a multiple of ten.
      let sum = 0
      for (let index = 0; index < 13; index++)
        sum += Number(barcode.charAt(index)) * (index % 2 === 0 ? 1 : 3)
      expect(sum % 10).toBe(0)
    }
  })

  it('have no two skus alike, whatever the case', async () => {
    const products = await database.reader.selectFrom('products').select(['store_id', 'sku']).execute()
    const variants = await database.reader
      .selectFrom('variants')
      .select(['store_id', 'variant_sku as sku'])
      .execute()
    const skus = [...products, ...variants.filter(({ sku }) => sku !== null)]
    const all = skus.map(({ store_id, sku }) => `${store_id} ${sku?.toLowerCase() ?? ''}`)
    expect(new Set(all).size).toBe(all.length)
    expect(skus.filter(({ sku }) => !/^[A-Z0-9-]+$/.test(sku ?? ''))).toEqual([])
  })

  it('are gift cards where the harbour sells some, and nowhere else', async () => {
    const cards = await database.reader
      .selectFrom('products')
      .select(['store_id', 'sku'])
      .where('is_gift_card', '=', 1)
      .orderBy('sku')
      .execute()
    const harbour = await storeId('harbour')
    expect(cards).toStrictEqual(['GC1', 'GC2', 'GC3'].map((sku) => ({ store_id: harbour, sku })))
  })

  it('are families with variants, and goods alone', async () => {
    const rows = await database.reader.selectFrom('variants').select(['product_id', 'variant_sku']).execute()
    const families = Map.groupBy(rows, (row) => row.product_id)
    const sizes = [...families.values()].map((family) => family.length)
    expect(sizes.filter((size) => size > 1).length).toBeGreaterThan(200)
    expect(sizes.filter((size) => size === 1).length).toBeGreaterThan(50)
    for (const family of families.values()) {
      if (family.length > 1) expect(family.every(({ variant_sku }) => variant_sku !== null)).toBe(true)
    }
  })

  it.each(demoShops.map((shop) => [shop.code, shop] as const))(
    'of %s are named in every culture',
    async (code, shop) => {
      const id = await storeId(code)
      const products = await database.reader
        .selectFrom('product_names as text')
        .innerJoin('products as product', 'product.id', 'text.product_id')
        .select(['text.product_id as id', 'text.culture_code', 'text.name'])
        .where('product.store_id', '=', id)
        .execute()
      const variants = await database.reader
        .selectFrom('variant_names as text')
        .innerJoin('variants as variant', 'variant.id', 'text.variant_id')
        .select(['text.variant_id as id', 'text.culture_code', 'text.name'])
        .where('variant.store_id', '=', id)
        .execute()
      for (const texts of Map.groupBy([...products, ...variants], (text) => text.id).values()) {
        expect(texts.map((text) => text.culture_code).sort()).toEqual([...shop.cultures].sort())
        expect(
          texts.every(({ name }) => name.trim() === name && name !== '' && !/undefined|[{}]/.test(name)),
        ).toBe(true)
      }
      // No two goods of a shop go by the same name.
      const inFirst = products
        .filter((text) => text.culture_code === shop.cultures[0])
        .map((text) => text.name)
      expect(new Set(inFirst).size).toBe(inFirst.length)
    },
  )

  it.each(demoShops.map((shop) => [shop.code, shop] as const))(
    'of %s have a price in the plain group of each currency',
    async (code, shop) => {
      const id = await storeId(code)
      const variants = await database.reader
        .selectFrom('variants')
        .select('id')
        .where('store_id', '=', id)
        .execute()
      for (const currency of shop.currencies) {
        const { id: groupId } = await database.reader
          .selectFrom('price_groups as own')
          .innerJoin('currencies as currency', 'currency.id', 'own.currency_id')
          .select('own.id')
          .where('own.store_id', '=', id)
          .where('currency.iso_code', '=', currency)
          .orderBy('own.priority', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
        const prices = await database.reader
          .selectFrom('prices')
          .select(['variant_id', 'amount'])
          .where('price_group_id', '=', groupId)
          .execute()
        expect(new Set(prices.map((price) => price.variant_id))).toEqual(
          new Set(variants.map((variant) => variant.id)),
        )
        expect(prices.every(({ amount }) => amount > 0)).toBe(true)
      }
    },
  )

  it('cost at the harbour what a label says, tax included', async () => {
    const rows = await database.reader
      .selectFrom('prices as price')
      .innerJoin('price_group_names as name', 'name.price_group_id', 'price.price_group_id')
      .innerJoin('variants as variant', 'variant.id', 'price.variant_id')
      .innerJoin('products as product', 'product.id', 'variant.product_id')
      .select(['price.amount', 'product.tax_rate_ppm as rate'])
      .where('name.name', '=', 'Shop price, EUR')
      .execute()
    for (const { amount, rate } of rows) {
      const label = Math.round(amount * (1 + rate / 1_000_000) * 1000) / 1000
      expect(label % 5, `${amount} at ${rate}`).toBe(0)
    }
  })
})

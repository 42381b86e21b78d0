import { codeTerm, searchTerms } from '../../../core/kernel/search-terms.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { openShopFile, readStore, rowAdder } from './file.ts'

const MATERIALS = ['Wool', 'Linen', 'Cotton', 'Oak', 'Steel', 'Brass', 'Leather', 'Cork', 'Felt', 'Glass']
const KINDS = ['basket', 'lamp', 'blanket', 'mug', 'tray', 'hook', 'bowl', 'rug', 'clock', 'stool']
const PLACES = 100

export const skuOf = (n: number): string => `BENCH-${String(n).padStart(7, '0')}`
export const barcodeOf = (n: number): string => `29${String(n).padStart(11, '0')}`
/** Every material and kind meet in one of a hundred products, and in one of ten thousand of one place. */
export const nameOf = (n: number): string =>
  `${MATERIALS[n % 10]} ${KINDS[Math.floor(n / 10) % 10]} Place${Math.floor(n / 100) % PLACES}`

/** Adds products that the store's price groups without a base sell, as the demo writes its own. */
export function addProducts(dataDir: string, count: number): void {
  const db = openShopFile(dataDir)
  const add = rowAdder(db)
  const store = readStore(db)
  const catalogId = db
    .prepare<[string], string>('select id from catalogs where store_id = ? order by position')
    .pluck()
    .get(store.id)
  const priceGroups = db
    .prepare<[string], string>(
      'select id from price_groups where store_id = ? and base_price_group_id is null',
    )
    .pluck()
    .all(store.id)
  if (catalogId === undefined) throw new Error('The demo store has no catalog.')
  db.transaction(() => {
    for (let n = 0; n < count; n++) {
      const [productId, variantId] = [newId(), newId()]
      const sku = skuOf(n)
      const barcode = barcodeOf(n)
      const name = nameOf(n)
      const shared = { store_id: store.id }
      add('products', {
        id: productId,
        ...shared,
        catalog_id: catalogId,
        sku,
        tax_rate_ppm: 250_000,
        image_url: null,
      })
      for (const culture of store.cultures)
        add('product_names', { product_id: productId, culture_code: culture, name })
      add('variants', {
        id: variantId,
        ...shared,
        product_id: productId,
        variant_sku: null,
        barcode,
        position: 0,
      })
      for (const group of priceGroups)
        add('prices', { variant_id: variantId, price_group_id: group, amount: 1000 + (n % 9000) })
      for (const term of new Set([...searchTerms(name), codeTerm(sku), codeTerm(barcode)]))
        add('product_terms', { ...shared, term, variant_id: variantId })
    }
  })()
  db.close()
}

/** Gives each product a price in one more group of the store, the next product in the next group. */
export function addPrices(dataDir: string): void {
  const db = openShopFile(dataDir)
  const { id } = readStore(db)
  const groups = db
    .prepare<[string], string>('select id from price_groups where store_id = ? and priority < 0 order by id')
    .pluck()
    .all(id)
  const variants = db
    .prepare<[string], string>('select id from variants where store_id = ? order by id')
    .pluck()
    .all(id)
  const insert = db.prepare(
    'insert into prices (variant_id, price_group_id, amount) values (?, ?, ?) on conflict do nothing',
  )
  db.transaction(() => {
    for (const [n, variant] of variants.entries()) insert.run(variant, groups[n % groups.length], 900 + n)
  })()
  db.close()
}

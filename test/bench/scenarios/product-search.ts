import { loadScenario } from '../load/drive.ts'
import { openShopFile, readStore } from '../prepared/file.ts'
import { barcodeOf, nameOf, skuOf } from '../prepared/products.ts'
import type { Scenario } from '../scenario.ts'

const PRODUCTS = 100_000

/** What is typed or scanned, for the n-th product. */
const searches = {
  barcode: barcodeOf,
  sku: (n: number) => skuOf(n).slice(0, -1),
  word: (n: number) => nameOf(n).split(' ')[0] ?? '',
  words: nameOf,
} satisfies Record<string, (n: number) => string>

/** The first page of what is found among 100 000 products: one by its barcode, ten by a sku, or by words of the name. */
export const productSearch = (by: keyof typeof searches): Scenario =>
  loadScenario(
    {
      name: `product-search-${by}`,
      title: `Products by ${by}`,
      clients: 1,
      servers: async (lab) => [await lab.coreWithProducts(PRODUCTS)],
    },
    ({ client, dataDir }) => {
      const db = openShopFile(dataDir)
      const store = readStore(db)
      const priceGroupId = db
        .prepare<[string], string>(
          'select id from price_groups where store_id = ? and base_price_group_id is null order by priority desc',
        )
        .pluck()
        .get(store.id)
      db.close()
      return async (n) => {
        const number = (n * 7919) % PRODUCTS
        const query = new URLSearchParams({
          cultureCode: store.cultures[0] ?? '',
          priceGroupId: priceGroupId ?? '',
          search: searches[by](number),
          maxItems: '20',
        })
        const answer = await client.send('GET', `/products?${query.toString()}`)
        const found = by === 'barcode' ? skuOf(number) : '"sku"'
        if (!answer.includes(found)) throw new Error(`${searches[by](number)} was not found.`)
      }
    },
  )

import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGE_CACHE } from '../../../core/database/sqlite/connection.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { codeTerm, searchTerms } from '../../../core/kernel/search-terms.ts'
import { openShopFile, readStore, rowAdder, STORE } from '../prepared/file.ts'
import { writeProductFile } from '../prepared/product-file.ts'
import { shopWithProducts } from '../prepared/shops.ts'
import type { Contestant, Scenario } from '../scenario.ts'
import { cli } from '../servers/core.ts'
import { run } from '../servers/child.ts'

const VARIANTS = 100_000

/**
 * An export of a hosted shop with 100 000 variants, from the file to what is on disk: by the command line, with all checks
 * and the history; and the same rows put into the same tables by prepared statements in one transaction, unchecked.
 */
export const productImport: Scenario = {
  name: 'product-import',
  title: 'Import of 100 000 variants',
  unit: 'ms',
  isSlow: true,
  contestants: async () =>
    Promise.resolve([
      contestant('core', async (dataDir, file) => {
        const given = ['--store', STORE, '--tax-rate', '25%', '--data', dataDir, '--json']
        const report = (await run([cli(), 'import', 'products', file, ...given])) as { rows: number }
        return report.rows
      }),
      contestant('database', insertRows),
    ]),
}

/** @param bring puts the rows of the file into the shop of a folder, and tells how many */
function contestant(name: string, bring: (dataDir: string, file: string) => Promise<number>): Contestant {
  return {
    name,
    prepare: async () => {
      const shop = await shopWithProducts(0)
      return async () => {
        const dir = await mkdtemp(join(tmpdir(), 'backcounter-bench-'))
        try {
          await cp(shop, dir, { recursive: true })
          const file = join(dir, 'products.csv')
          await writeProductFile(file, VARIANTS)
          const start = performance.now()
          const rows = await bring(dir, file)
          const value = performance.now() - start
          if (rows !== VARIANTS) throw new Error(`${rows} rows were imported.`)
          return { value, operations: 1 }
        } finally {
          await rm(dir, { recursive: true, force: true })
        }
      }
    },
  }
}

async function insertRows(dataDir: string, file: string): Promise<number> {
  const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const db = openShopFile(dataDir)
  db.pragma('synchronous = full')
  db.pragma(`cache_size = -${PAGE_CACHE}`)
  const store = readStore(db)
  const one = (query: string): string => db.prepare<[string], string>(query).pluck().get(store.id) ?? ''
  const catalog_id = one('select id from catalogs where store_id = ? order by position')
  const price_group_id = one('select id from price_groups where store_id = ? order by priority desc')
  const culture_code = store.cultures[0] ?? ''
  const add = rowAdder(db)
  const store_id = store.id
  let product_id = ''
  let known = ''
  db.transaction(() => {
    for (const [position, line] of lines.entries()) {
      const [handle = '', name = '', option = '', value = '', sku = '', price = '', barcode = ''] =
        line.split(',')
      if (handle !== known) {
        product_id = newId()
        known = handle
        const product = {
          id: product_id,
          store_id,
          catalog_id,
          sku: handle,
          tax_rate_ppm: 250_000,
          image_url: null,
        }
        add('products', product)
        add('product_names', { product_id, culture_code, name })
      }
      const variant_id = newId()
      add('variants', { id: variant_id, store_id, product_id, variant_sku: sku, barcode, position })
      add('variant_names', { variant_id, culture_code, name: value })
      add('variant_options', { variant_id, position: 0, name: option, value })
      add('prices', { variant_id, price_group_id, amount: Math.round(Number(price) * 100) })
      for (const term of new Set([
        ...searchTerms(name, value),
        codeTerm(handle),
        codeTerm(sku),
        codeTerm(barcode),
      ]))
        add('product_terms', { store_id, term, variant_id })
    }
  })()
  db.close()
  return lines.length
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, utimesSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ManagedProductsAnswer } from '../../../core/catalog/manage/product.schema.ts'
import { importFile } from '../../../core/transfer/import-file.ts'
import { indexRecords } from '../../../core/transfer/index-records.ts'
import { ownSystemTemp } from '../../support/core.ts'
import { ownShop, type OwnShop } from '../../support/own-shop.ts'
import { runElsewhere } from '../../support/past-the-core.ts'
import { locationOf } from '../../support/storage.ts'

const PROGRAM = join(import.meta.dirname, '../../support/import-and-die.ts')
/** More than are indexed together. */
const COUNT = 600
const HOUR = 3_600_000

async function fileOf(shop: OwnShop, word: string): Promise<string> {
  const rows = Array.from({ length: COUNT }, (_, n) => `KILL-${n},${word} ${n},${n}.50`)
  const path = join(shop.dataDir, `${word}.csv`)
  await writeFile(path, ['sku,name:da-DK,price:Normalpriser', ...rows].join('\n'))
  return path
}

/** Has a process import a file that is killed at a moment of the import's transaction of a number. */
async function importAndDie(shop: OwnShop, path: string, number: number, moment: 'in' | 'behind') {
  const where = JSON.stringify(await locationOf(shop.dataDir))
  const given = [PROGRAM, where, shop.storeId, path, String(number), moment]
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'inherit'] })
  expect(await once(child, 'exit')).toStrictEqual([null, 'SIGKILL'])
}

const bring = async (shop: OwnShop, path: string) =>
  shop.beside(async (engine) =>
    importFile(engine, {
      path,
      author: { storeId: shop.storeId, name: 'Ida', now: new Date() },
      kind: 'products',
      isDryRun: false,
    }),
  )

/** Skus that a search finds, of the first hundred. */
async function found({ owner }: OwnShop, search?: string): Promise<readonly string[]> {
  const query = { maxItems: 100, ...(search !== undefined && { search }) }
  const { products } = (await owner.get('/manage/products', query)).ok(ManagedProductsAnswer)
  return products.map(({ sku }) => sku)
}

/** How many rows each table has that products are kept in, and what waits to be indexed. */
const rowsOf = async (shop: OwnShop) =>
  shop.beside(async (engine) =>
    engine.read(async (db) => {
      const count = async (
        table: 'products' | 'variants' | 'prices' | 'record_events' | 'unindexed_records',
      ) => {
        const found = db.selectFrom(table).select((of) => of.fn.countAll<number>().as('rows'))
        return (await found.executeTakeFirstOrThrow()).rows
      }
      return {
        products: await count('products'),
        variants: await count('variants'),
        prices: await count('prices'),
        events: await count('record_events'),
        unindexed: await count('unindexed_records'),
      }
    }),
  )

it('one that is killed when all its rows are written, but not to last, has imported nothing, and is done by the next', async () => {
  const shop = await ownShop({}, { looks: { first: HOUR, every: HOUR } })
  const before = await rowsOf(shop)
  const path = await fileOf(shop, 'Jumper')
  await importAndDie(shop, path, 1, 'in')
  expect(await rowsOf(shop)).toStrictEqual(before)
  expect(await found(shop)).toStrictEqual([])
  expect(await bring(shop, path)).toMatchObject({ added: COUNT, faults: [] })
  expect(await rowsOf(shop)).toStrictEqual({
    products: before.products + COUNT,
    variants: before.variants + COUNT,
    prices: before.prices + COUNT,
    events: before.events + COUNT,
    unindexed: 0,
  })
  expect(await found(shop, 'jumper 5')).toHaveLength(100)
  expect(await bring(shop, path)).toMatchObject({ added: 0, changed: 0, unchanged: COUNT })
})

it('what it brings is found at once where the server has looked at the tables when all was gone', async () => {
  const shop = await ownShop({}, { looks: { first: HOUR, every: HOUR } })
  const path = await fileOf(shop, 'Jumper')
  await bring(shop, path)
  for (const table of ['product_terms', 'prices', 'variant_names', 'variants', 'product_names', 'products'])
    await runElsewhere(shop.dataDir, `delete from ${table}`)
  await runElsewhere(shop.dataDir, 'analyze')
  expect(await bring(shop, path)).toMatchObject({ added: COUNT })
  expect(await found(shop, 'jumper 5')).toHaveLength(100)
})

it('one that is killed while it writes search terms has imported all; the rest of them is written by whoever looks next', async () => {
  const shop = await ownShop({}, { looks: { first: HOUR, every: HOUR } })
  const path = await fileOf(shop, 'Jumper')
  await importAndDie(shop, path, 2, 'in')
  const rows = await rowsOf(shop)
  expect(rows).toMatchObject({ products: COUNT, unindexed: COUNT })
  // By its sku a scanner finds it all the same, and whoever changes it by hand finds it again at once.
  expect(await found(shop, 'KILL-599')).toStrictEqual(['KILL-599'])
  expect(await found(shop, 'jumper 599')).toStrictEqual([])
  const renamed = await shop.owner.patch('/manage/products/KILL-1', { names: { 'da-DK': 'Cardigan' } })
  expect(renamed.status).toBe(200)
  expect(await found(shop, 'cardigan')).toStrictEqual(['KILL-1'])

  await shop.beside(indexRecords)
  expect((await rowsOf(shop)).unindexed).toBe(0)
  expect(await found(shop, 'jumper 599')).toStrictEqual(['KILL-599'])
  expect(await found(shop, 'cardigan')).toStrictEqual(['KILL-1'])
  expect(await found(shop, 'jumper 1')).not.toContain('KILL-1')
})

it('what it has renamed is found by its new words, and not by the old ones, when the core that runs has seen it', async () => {
  const shop = await ownShop({}, { looks: { first: HOUR, every: 200 } })
  await bring(shop, await fileOf(shop, 'Jumper'))
  await importAndDie(shop, await fileOf(shop, 'Cardigan'), 1, 'behind')
  await expect.poll(async () => (await rowsOf(shop)).unindexed, { timeout: 20_000 }).toBe(0)
  expect(await found(shop, 'cardigan 599')).toStrictEqual(['KILL-599'])
  expect(await found(shop, 'jumper')).toStrictEqual([])
})

it('what it was about to write does not stay in the temporary folder for good', async () => {
  const dir = await ownSystemTemp()
  const shop = await ownShop({}, { looks: { first: HOUR, every: HOUR } })
  const path = await fileOf(shop, 'Jumper')
  const left = (): string[] => readdirSync(dir).filter((name) => !name.startsWith('backcounter-test'))
  await importAndDie(shop, path, 1, 'in')
  expect(left()).toHaveLength(1)
  const before = new Date(Date.now() - HOUR)
  for (const name of left()) utimesSync(join(dir, name), before, before)
  await bring(shop, path)
  expect(left()).toStrictEqual([])
})

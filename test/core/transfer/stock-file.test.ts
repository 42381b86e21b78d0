import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ManagedProduct } from '../../../core/catalog/manage/product.schema.ts'
import { checkStock } from '../../../core/stock/check-stock.ts'
import {
  AdjustedStock,
  StockAnswer,
  StockLevel,
  StockMovementsAnswer,
} from '../../../core/stock/stock.schema.ts'
import { Store } from '../../../core/stores/store.schema.ts'
import { exportFile } from '../../../core/transfer/export-file.ts'
import { importFile } from '../../../core/transfer/import-file.ts'
import { ExportJob, ImportJob, type ImportReport } from '../../../core/transfer/transfer.schema.ts'
import { changedTables, contentNow } from '../../support/data.ts'
import { ownShop, type OwnShop } from '../../support/own-shop.ts'
import { addChoices, addProducts, someProducts, wipe } from '../../support/random-products.ts'

const HOSTED = fileURLToPath(new URL('hosted-products.csv', import.meta.url))
const BARCODE = '5701234567899'

interface NewGoods {
  readonly variantSku: string | null
  readonly barcodes?: readonly string[]
}
/** Makes a product, and answers the ids of its variants. */
async function sell({ owner }: OwnShop, sku: string, variants: readonly NewGoods[]): Promise<string[]> {
  const names = { 'da-DK': `Vare ${sku}` }
  const made = (await owner.post('/manage/products', { sku, names, taxRate: 0.25, variants })).ok(
    ManagedProduct,
  )
  return made.variants.map(({ id }) => id)
}
/** A shop with a stone that has a barcode, and socks of two sizes. */
async function shopWithGoods() {
  const shop = await ownShop()
  const [stone = ''] = await sell(shop, 'STONE', [{ variantSku: null, barcodes: [BARCODE] }])
  const [small = '', large = ''] = await sell(shop, 'SOCKS', [
    { variantSku: 'SOCKS-S' },
    { variantSku: 'SOCKS-L' },
  ])
  return { shop, stone, small, large }
}

/** Imports a text over the API. */
async function bring({ owner }: OwnShop, content: string, query: object = {}): Promise<ImportReport> {
  const headers = { 'content-type': 'text/csv' }
  const begun = await owner.post('/manage/imports', content, { query: { kind: 'stock', ...query }, headers })
  expect(begun.status, begun.text).toBe(202)
  const { id } = begun.body as ImportJob
  for (;;) {
    const job = (await owner.get(`/manage/imports/${id}`)).ok(ImportJob)
    if (job.state === 'running') await new Promise((resolve) => setTimeout(resolve, 20))
    else if (job.report) return job.report
    else throw new Error(`The import is ${job.state}: ${job.error}`)
  }
}
/** The file that the shop exports over the API. */
async function fileOf({ owner }: OwnShop): Promise<string> {
  const { id } = (await owner.post('/manage/exports', { kind: 'stock' })).body as ExportJob
  for (;;) {
    const { state } = (await owner.get(`/manage/exports/${id}`)).ok(ExportJob)
    if (state === 'done') return (await owner.get(`/manage/exports/${id}/file`)).text.replace('\ufeff', '')
    expect(state).toBe('running')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const levelsOf = async ({ owner }: OwnShop) =>
  (await owner.get('/stock')).ok(StockAnswer).stock.map(({ id, quantity, reorderPoint, version }) => ({
    id,
    quantity,
    reorderPoint,
    version,
  }))
const movementsOf = async ({ owner }: OwnShop, id: string) =>
  (await owner.get(`/stock/${id}/movements`)).ok(StockMovementsAnswer).movements
const count = async ({ owner }: OwnShop, sku: string, quantity: number, kind = 'count') =>
  (await owner.post('/stock/movements', { kind, items: [{ sku, quantity }] })).ok(AdjustedStock)
const faultsOf = async ({ beside }: OwnShop) => (await beside(checkStock)).faults

describe('stock that comes from a file', () => {
  it('is kept from the first file on; each row is a count, told with who has imported it, and twice changes nothing', async () => {
    const { large, shop, small, stone } = await shopWithGoods()
    const file = `sku,variantSku,barcode,name,quantity,reorderPoint\nSTONE,,,Sten,12,3\nSOCKS,SOCKS-S,,,0,\n`
    const before = await contentNow(shop.dataDir)
    expect(await bring(shop, file, { dryRun: true })).toMatchObject({
      kind: 'stock',
      rows: 2,
      added: 2,
      faults: [],
      ignoredColumns: ['name'],
      format: 'own',
      stock: [
        { id: stone, sku: 'STONE', variantSku: null, name: 'Vare STONE', change: 'added', quantity: 12 },
        { id: small, sku: 'SOCKS', variantSku: 'SOCKS-S', before: null, quantity: 0 },
      ],
    })
    expect(await changedTables(before, shop.dataDir)).toStrictEqual([])
    expect((await shop.owner.get('/store')).ok(Store).keepsStock).toBe(false)

    expect(await bring(shop, file)).toMatchObject({ added: 2, changed: 0, unchanged: 0 })
    expect((await shop.owner.get('/store')).ok(Store).keepsStock).toBe(true)
    expect(await levelsOf(shop)).toStrictEqual([
      { id: small, quantity: 0, reorderPoint: null, version: 1 },
      { id: stone, quantity: 12, reorderPoint: 3, version: 1 },
    ])
    expect(await movementsOf(shop, stone)).toMatchObject([
      { kind: 'count', change: 12, quantity: 12, version: 1, reason: null, orderId: null },
    ])
    const [{ actor } = { actor: '' }] = await movementsOf(shop, stone)
    expect(actor).toBe(
      (await movementsOf(shop, (await count(shop, 'STONE', 12)).stock[0]?.id ?? ''))[0]?.actor,
    )

    const after = await contentNow(shop.dataDir)
    expect(await bring(shop, file)).toMatchObject({ added: 0, changed: 0, unchanged: 2, stock: [] })
    expect(await changedTables(after, shop.dataDir)).toStrictEqual([])

    // By the sku of a variant alone, and by a barcode.
    const counted = `sku;barcode;quantity\nSOCKS-L;;7\n;${BARCODE};9\n`
    expect(await bring(shop, counted)).toMatchObject({
      added: 1,
      changed: 1,
      stock: [
        { id: large, change: 'added' },
        { id: stone, change: 'changed', before: 12, quantity: 9 },
      ],
    })
    expect(await movementsOf(shop, stone)).toMatchObject([{ change: -3, quantity: 9, version: 3 }, {}, {}])
    expect((await shop.owner.get(`/stock/${stone}`)).ok(StockLevel)).toMatchObject({ reorderPoint: 3 })
    expect(await faultsOf(shop)).toStrictEqual([])
  })

  it('changes at how many something is ordered anew alone, and leaves it where there is no column for it', async () => {
    const { shop, small, stone } = await shopWithGoods()
    await bring(shop, 'sku,quantity,reorderPoint\nSTONE,12,3\nSOCKS-S,4,2\n')
    const file = 'sku,quantity,reorderPoint\nSTONE,,5\nSOCKS-S,,\nSOCKS-L,,\n'
    expect(await bring(shop, file)).toMatchObject({ added: 0, changed: 2, unchanged: 1, faults: [] })
    expect(await levelsOf(shop)).toStrictEqual([
      { id: small, quantity: 4, reorderPoint: null, version: 2 },
      { id: stone, quantity: 12, reorderPoint: 5, version: 2 },
    ])
    expect(await movementsOf(shop, stone)).toHaveLength(1)
    expect(await bring(shop, 'sku,quantity\nSTONE,11\n')).toMatchObject({ changed: 1 })
    expect(await levelsOf(shop)).toContainEqual({ id: stone, quantity: 11, reorderPoint: 5, version: 3 })
    expect(await faultsOf(shop)).toStrictEqual([])
  })

  it('is written as it is counted, whatever is sold or received while the file is read', async () => {
    const { shop, stone } = await shopWithGoods()
    await count(shop, 'STONE', 5)
    const path = join(shop.dataDir, 'stock.csv')
    await writeFile(path, 'sku,quantity\nSTONE,20\nSOCKS-S,3\n')
    const { beside, storeId } = shop
    let reads = 0
    // Each look at the file is overtaken once more, until it is looked at where nobody can.
    await beside(async (engine) =>
      importFile(
        {
          read: async (work, store) => {
            const found = await engine.read(work, store)
            reads++
            await count(shop, 'STONE', 2, 'receive')
            return found
          },
          transact: async (work, about) => engine.transact(work, about),
          refreshStatistics: engine.refreshStatistics,
        },
        { path, author: { storeId, name: 'Ida', now: new Date() }, kind: 'stock', isDryRun: false },
      ),
    )
    expect(reads).toBe(3)
    expect(await movementsOf(shop, stone)).toMatchObject([
      { kind: 'count', change: 9, quantity: 20, version: 5, actor: 'Ida' },
      { kind: 'receive', change: 2, quantity: 11 },
      { kind: 'receive' },
      { kind: 'receive' },
      { kind: 'count' },
    ])
    expect(await faultsOf(shop)).toStrictEqual([])
  })

  it('is of what a hosted shop has at its place: what was typed counts, what is never there stays away', async () => {
    const { large, shop, small, stone } = await shopWithGoods()
    const [bare = ''] = await sell(shop, 'bare', [{ variantSku: null }])
    const [made = ''] = await sell(shop, 'shirt', [{ variantSku: 'shirt-Dark-blue-M' }])
    const file =
      'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,SKU,Location,Bin name,Committed (not editable),On hand (current),On hand (new)\n' +
      "stone,Stone,Title,Default Title,,,'STONE,Kajen,A1,1,12,10\n" +
      'stone,Stone,Title,Default Title,,,STONE,Torvet,,,not stocked,\n' +
      'socks,Socks,Size,S,,,SOCKS-S,Kajen,,0,-2,\n' +
      'socks,,Size,L,,,SOCKS-L,Kajen,,0,,\n' +
      'bare,Bare,Title,Default Title,,,,Kajen,,0,4,\n' +
      'shirt,Shirt,Colour,Dark blue,Size,M,,Kajen,,0,5,\n' +
      'gone,Gone,Title,Default Title,,,NOT-OURS,Kajen,,0,Not stocked,\n'
    const report = await bring(shop, file)
    expect(report).toMatchObject({ format: 'hosted', added: 4, unchanged: 3, faults: [] })
    expect(report.ignoredColumns).toContain('Committed (not editable)')
    const quantities = Object.fromEntries((await levelsOf(shop)).map(({ id, quantity }) => [id, quantity]))
    expect(quantities).toStrictEqual({ [stone]: 10, [small]: -2, [bare]: 4, [made]: 5 })
    expect(quantities[large]).toBeUndefined()
    expect(await bring(shop, file)).toMatchObject({ added: 0, changed: 0, unchanged: 7 })
  })

  it('is of what a plug-in shop keeps among all that it exports of its products', async () => {
    const { shop, small, stone } = await shopWithGoods()
    const file =
      'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Stock,Low stock amount,Regular price\n' +
      `1,simple,,${BARCODE},Stone,8,2,5\n2,variable,SOCKS,,Socks,,,\n3,variation,SOCKS-S,,Socks - S,3,,5\n` +
      '4,variation,SOCKS-L,,Socks - L,parent,,5\n5,simple,NOT-OURS,,Gone,,,5\n'
    expect(await bring(shop, file)).toMatchObject({ added: 2, unchanged: 3, faults: [] })
    expect(await levelsOf(shop)).toStrictEqual([
      { id: small, quantity: 3, reorderPoint: null, version: 1 },
      { id: stone, quantity: 8, reorderPoint: 2, version: 1 },
    ])
  })

  it('goes to a list of all that is sold, which is filled in and comes back', async () => {
    const { shop, stone } = await shopWithGoods()
    await sell(shop, 'RETIRED', [{ variantSku: null }])
    await shop.owner.patch('/manage/products/RETIRED', { state: 'retired' })
    await count(shop, 'STONE', 2)
    await shop.owner.patch(`/stock/${stone}`, { reorderPoint: 1 })
    const file = await fileOf(shop)
    expect(file.split('\r\n')).toStrictEqual([
      'sku,variantSku,barcode,name,quantity,reorderPoint',
      'SOCKS,SOCKS-S,,Vare SOCKS,,',
      'SOCKS,SOCKS-L,,Vare SOCKS,,',
      `STONE,,${BARCODE},Vare STONE,2,1`,
      '',
    ])
    expect(await bring(shop, file)).toMatchObject({ added: 0, changed: 0, unchanged: 3, faults: [] })
    const filled = file.replaceAll('Vare SOCKS,,', 'Vare SOCKS,6,')
    expect(await bring(shop, filled)).toMatchObject({ added: 2, changed: 0, unchanged: 1 })
  })

  it('is exported whole: what lists of other kinds are filtered by is refused', async () => {
    const { owner } = await ownShop()
    const answer = await owner.post('/manage/exports', { kind: 'stock', state: 'active' })
    expect(answer.faultyFields('BadRequest')).toStrictEqual(['state'])
  })
})

describe('a file of products that says how many there are', () => {
  const products = { kind: 'products' }
  const quantitiesOf = async ({ owner }: OwnShop) =>
    Object.fromEntries(
      (await owner.get('/stock'))
        .ok(StockAnswer)
        .stock.map(({ quantity, sku, variantSku }) => [variantSku ?? sku, quantity]),
    )

  it('begins the stock of a hosted shop’s goods that it keeps count of, and touches none that is kept', async () => {
    const shop = await ownShop()
    const file = await readFile(HOSTED, 'utf8')
    const before = await contentNow(shop.dataDir)
    expect(await bring(shop, file, { ...products, dryRun: true })).toMatchObject({
      added: 4,
      stockOpened: 5,
      stock: [],
    })
    expect(await changedTables(before, shop.dataDir)).toStrictEqual([])

    expect(await bring(shop, file, products)).toMatchObject({ added: 4, stockOpened: 5, faults: [] })
    expect((await shop.owner.get('/store')).ok(Store).keepsStock).toBe(true)
    // Where the shop has no tracker it keeps none.
    const opened = { 'FJ-S-NAV': 4, 'FJ-M-NAV': 9, 'fisherman-jumper-L-Écru': 0, 'MUG-1': 30, SOAP: 0 }
    expect(await quantitiesOf(shop)).toStrictEqual(opened)
    const { stock } = await count(shop, 'MUG-1', 28)
    expect(await movementsOf(shop, stock[0]?.id ?? '')).toMatchObject([
      { kind: 'count', change: -2 },
      { kind: 'count', change: 30, quantity: 30, version: 1, reason: null },
    ])
    expect(await bring(shop, file, products)).toMatchObject({ changed: 0, unchanged: 4, stockOpened: 0 })
    expect(await quantitiesOf(shop)).toStrictEqual({ ...opened, 'MUG-1': 28 })
    expect(await faultsOf(shop)).toStrictEqual([])
  })

  it('begins that of goods that are there already, by the names that columns have by now, too', async () => {
    const { shop } = await shopWithGoods()
    const file = (columns: string, ofStone: string): string =>
      `URL handle,Title,SKU,Price${columns}\nstone,Sten,STONE,5${ofStone}\n`
    await bring(shop, file('', ''), products)
    const counted = file(',Inventory tracker,Inventory quantity', ',shopify,-3')
    expect(await bring(shop, counted, products)).toMatchObject({ changed: 1, unchanged: 0, stockOpened: 1 })
    expect(await bring(shop, counted, products)).toMatchObject({ changed: 0, unchanged: 1, stockOpened: 0 })
    expect(await quantitiesOf(shop)).toStrictEqual({ STONE: -3 })
  })

  it('is that of a plug-in shop, too, of which no prices file takes it', async () => {
    const { shop } = await shopWithGoods()
    const file = 'SKU,variantSku,price,Stock\nSTONE,,5,8\nSOCKS,SOCKS-S,5,parent\nSOCKS,SOCKS-L,5,\n'
    const prices = await bring(shop, file, { kind: 'prices' })
    expect(prices).toMatchObject({ changed: 2, stockOpened: 0, ignoredColumns: ['Stock'] })
    expect(await bring(shop, file, products)).toMatchObject({ changed: 1, unchanged: 1, stockOpened: 1 })
    expect(await quantitiesOf(shop)).toStrictEqual({ STONE: 8 })
  })

  it('is looked at again where somebody counts the same goods for the first time meanwhile', async () => {
    const { shop, stone } = await shopWithGoods()
    const path = join(shop.dataDir, 'products.csv')
    await writeFile(path, 'sku,stock\nSTONE,20\n')
    const { beside, storeId } = shop
    const report = await beside(async (engine) =>
      importFile(
        {
          read: async (work, store) => {
            const found = await engine.read(work, store)
            await count(shop, 'STONE', 6)
            return found
          },
          transact: async (work, about) => engine.transact(work, about),
          refreshStatistics: engine.refreshStatistics,
        },
        { path, author: { storeId, name: 'Ida', now: new Date() }, kind: 'products', isDryRun: false },
      ),
    )
    expect(report).toMatchObject({ changed: 0, unchanged: 1, stockOpened: 0, faults: [] })
    expect((await movementsOf(shop, stone)).every(({ quantity }) => quantity === 6)).toBe(true)
    expect(await faultsOf(shop)).toStrictEqual([])
  })
})

describe('the export of stock, whatever the goods and however many there are', () => {
  it('imported again changes nothing, and into a shop without stock makes the same', async () => {
    const shop = await ownShop()
    const { beside, dataDir, owner, storeId } = shop
    const path = join(dataDir, 'stock.csv')
    await beside(async (engine) => {
      const author = { storeId, name: 'Ida', now: new Date() }
      const take = async () => importFile(engine, { path, author, kind: 'stock', isDryRun: false })
      const give = async () => {
        await exportFile(engine, { storeId, kind: 'stock', path })
        return readFile(path, 'utf8')
      }
      const forget = async () =>
        engine.transact(async (db) => {
          await db.deleteFrom('stock_movements').execute()
          await db.deleteFrom('stock_levels').execute()
        })
      const choices = await addChoices(engine, storeId)
      const amounts = fc.array(
        fc.record({
          quantity: fc.oneof(
            fc.integer({ min: -1_000_000, max: 1_000_000 }),
            fc.integer({ min: -3, max: 3 }),
          ),
          reorder_point: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
          isKept: fc.boolean(),
        }),
        { minLength: 1, maxLength: 10 },
      )
      await fc.assert(
        fc.asyncProperty(someProducts(choices), amounts, async (products, drawn) => {
          await addProducts(engine, storeId, products)
          const kept = await engine.transact(async (db) => {
            const variants = await db
              .selectFrom('variants')
              .select('id')
              .where('is_retired', '=', 0)
              .execute()
            const levels = variants.flatMap(({ id }, n) => {
              const { isKept, ...amount } = drawn[n % drawn.length] ?? { isKept: false }
              const updated_at = author.now.toISOString()
              return isKept && 'quantity' in amount
                ? [{ id, store_id: storeId, version: 1, updated_at, ...amount }]
                : []
            })
            if (levels.length > 0) await db.insertInto('stock_levels').values(levels).execute()
            return levels.length
          })
          const file = await give()
          const sold = file.trimEnd().split('\r\n').length > 1
          expect(await take()).toMatchObject(
            sold ? { faults: [], added: 0, changed: 0 } : { faults: [{ code: 'file.no-rows' }] },
          )
          expect(await give()).toBe(file)
          await forget()
          const { added } = await take()
          expect(added).toBeLessThanOrEqual(kept)
          expect(await give()).toBe(file)
          expect((await checkStock(engine)).faults).toStrictEqual([])
          await forget()
          await wipe(engine, storeId)
        }),
        { numRuns: 25 },
      )
    })
    expect((await owner.get('/stock')).ok(StockAnswer).stock).toStrictEqual([])
  })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { productNoun } from '../../../core/catalog/manage/product.noun.ts'
import { ManagedProduct } from '../../../core/catalog/manage/product.schema.ts'
import { changeRecord } from '../../../core/records/change-record.ts'
import { guarded, unguarded } from '../../../core/transfer/cells.ts'
import { exportFile } from '../../../core/transfer/export-file.ts'
import { importFile } from '../../../core/transfer/import-file.ts'
import { ownShop, type OwnShop } from '../../support/own-shop.ts'
import {
  addChoices,
  addProducts,
  contentOf,
  CULTURE,
  someProducts,
  text,
  wipe,
  writerIn,
} from '../../support/random-products.ts'

const importing = ({ storeId }: OwnShop, path: string, kind: 'products' | 'prices' = 'products') => ({
  path,
  author: writerIn(storeId),
  kind,
  isDryRun: false,
})

describe('an export of products', () => {
  it('imported again changes nothing, and into an emptied shop makes the same, whatever they are', async () => {
    const shop = await ownShop()
    const { beside, dataDir, storeId } = shop
    const [path, prices] = [join(dataDir, 'products.csv'), join(dataDir, 'prices.csv')]
    await beside(async (engine) => {
      const choices = await addChoices(engine, storeId)
      await fc.assert(
        fc.asyncProperty(someProducts(choices), async (products) => {
          await addProducts(engine, storeId, products)
          const before = await contentOf(engine, storeId)
          expect(await exportFile(engine, { storeId, kind: 'products', path })).toBe(
            products.flatMap(({ variants }) => variants).length,
          )
          await exportFile(engine, { storeId, kind: 'prices', path: prices })
          expect(await importFile(engine, importing(shop, path))).toMatchObject({
            faults: [],
            added: 0,
            changed: 0,
            unchanged: products.length,
          })

          await engine.transact(async (db) => {
            for (const { sku, variants } of products) {
              const without = variants.map((variant) => ({
                variantSku: variant.variantSku ?? null,
                prices: (variant.prices ?? []).map((price) => ({ ...price, price: null })),
              }))
              await changeRecord(db, writerIn(storeId), productNoun, sku, { variants: without })
            }
          })
          // A file without any price has no column that could say so.
          const hasPrices = products.some(({ variants }) => variants.some((each) => each.prices?.length))
          if (hasPrices)
            expect(await importFile(engine, importing(shop, prices, 'prices'))).toMatchObject({ faults: [] })
          expect(await contentOf(engine, storeId)).toStrictEqual(before)

          await wipe(engine, storeId)
          expect(await importFile(engine, importing(shop, path))).toMatchObject({
            faults: [],
            added: products.length,
          })
          expect(await contentOf(engine, storeId)).toStrictEqual(before)
          await wipe(engine, storeId)
        }),
        { numRuns: 30 },
      )
    })
  })

  it('holds nothing that a spreadsheet runs', async () => {
    const shop = await ownShop()
    const body = {
      sku: '@SUM(1)',
      names: { [CULTURE]: '=HYPERLINK("https://evil.example")' },
      variants: [{}],
    }
    expect((await shop.owner.post('/manage/products', body)).ok(ManagedProduct).sku).toBe('@SUM(1)')
    const path = join(shop.dataDir, 'products.csv')
    await shop.beside(async (engine) => exportFile(engine, { storeId: shop.storeId, kind: 'products', path }))
    const [, row = ''] = (await readFile(path, 'utf8')).split('\r\n')
    expect(row).toMatch(/^'@SUM\(1\),/)
    expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  })

  it.each(['=1', '+1', '-1', '@A', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '＋1', '－1', '＠A', "'=1"])(
    'guards a cell of %j',
    (cell) => {
      expect(guarded(cell)).toBe(`'${cell}`)
      expect(unguarded(`'${cell}`)).toBe(cell)
    },
  )

  it('keeps every text, guarded or not', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(unguarded(guarded(each))).toBe(each)
        expect(guarded(each)).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
      }),
    )
  })
})

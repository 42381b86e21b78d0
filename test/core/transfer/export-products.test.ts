import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { productNoun } from '../../../core/catalog/manage/product.noun.ts'
import { listProductRecords } from '../../../core/catalog/manage/list-products.ts'
import type { ProductRecord } from '../../../core/catalog/manage/product-record.ts'
import type { ProductBody } from '../../../core/catalog/manage/product.schema.ts'
import { ManagedProduct } from '../../../core/catalog/manage/product.schema.ts'
import type { Engine } from '../../../core/database/engine.ts'
import type { Context } from '../../../core/operations/context.ts'
import { priceGroupsOf } from '../../../core/price-groups/price-group.repository.ts'
import { createRecord } from '../../../core/records/create-record.ts'
import { removeRecord } from '../../../core/records/remove-record.ts'
import { guarded, unguarded } from '../../../core/transfer/cells.ts'
import { exportFile } from '../../../core/transfer/export-file.ts'
import { importFile } from '../../../core/transfer/import-file.ts'
import { ownShop, type OwnShop } from '../../support/own-shop.ts'

const CULTURE = 'da-DK'

/** What people and programs write, and what spreadsheets and parsers stumble over. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          '=',
          '+',
          '-',
          '@',
          "'",
          '"',
          ',',
          ';',
          '\t',
          '\r\n',
          '\n',
          '\r',
          ' ',
          'Ø',
          '😀',
          '1.5',
        ),
        {
          maxLength: 8,
        },
      )
      .map((parts) => parts.join('')),
  )
  .filter((each) => each.trim() !== '' && each.isWellFormed() && !each.includes('\0'))
const code = text.map((each) => each.trim()).filter((each) => each !== '')
const cents = fc.integer({ min: 0, max: 10 ** 11 }).map((amount) => amount / 100)

const catalog = (priceGroupId: string): fc.Arbitrary<ProductBody[]> => {
  const variant = fc.record({
    options: fc.array(fc.record({ name: text, value: text }), { maxLength: 4 }),
    names: fc.oneof(
      fc.constant({}),
      text.map((name) => ({ [CULTURE]: name })),
    ),
    barcodes: fc.nat({ max: 3 }),
    price: fc.option(cents, { nil: undefined }),
    sku: code,
  })
  const product = fc.record({
    sku: code,
    name: text,
    description: fc.option(text, { nil: undefined }),
    hasPicture: fc.boolean(),
    taxRate: fc.integer({ min: 0, max: 1_000_000 }).map((ppm) => ppm / 1_000_000),
    state: fc.constantFrom('active', 'draft', 'retired'),
    variants: fc.array(variant, { minLength: 1, maxLength: 4 }),
  })
  return fc.array(product, { minLength: 1, maxLength: 5 }).map((products) =>
    products.map((each, n): ProductBody => ({
      // A number makes each the only one.
      sku: `${each.sku}${n}`,
      names: { [CULTURE]: each.name },
      ...(each.description !== undefined && { descriptions: { [CULTURE]: each.description } }),
      imageUrl: each.hasPicture ? `https://shop.example/${n}.jpg?a=1,2` : null,
      taxRate: each.taxRate,
      state: each.state,
      variants: each.variants.map(({ barcodes, price, sku, ...variant }, m) => ({
        ...variant,
        variantSku: each.variants.length === 1 ? null : `${sku}${n}/${m}`,
        barcodes: Array.from({ length: barcodes }, (_, b) => `+${n}${m}${b}`),
        prices: price === undefined ? [] : [{ priceGroupId, price }],
      })),
    })),
  )
}

/** The products of a shop without what only their storing gave them. */
async function contentOf(engine: Engine, storeId: string) {
  const { rows } = await engine.read(async (db) =>
    listProductRecords(db, storeId, { limit: 1000, after: undefined }, {}),
  )
  return rows.map(({ id: _id, version: _version, variants, ...product }: ProductRecord) => ({
    ...product,
    variants: variants.map(({ id: _variantId, ...variant }) => variant),
  }))
}

const importing = (shop: OwnShop, path: string) => ({
  path,
  author: { storeId: shop.storeId, name: 'Ida', now: new Date() },
  kind: 'products' as const,
  isDryRun: false,
})

describe('an export of products', () => {
  it('imported again changes nothing, and into an emptied shop makes the same, whatever they are', async () => {
    const shop = await ownShop()
    const { beside, dataDir, storeId } = shop
    const path = join(dataDir, 'products.csv')
    await beside(async (engine) => {
      const context: Context = {
        storeId,
        name: 'Ida',
        now: new Date(),
        clientId: '',
        scopes: new Set(),
        expires: new Date(),
        ifMatch: undefined,
        changes: [],
      }
      const [group] = await engine.read(async (db) => priceGroupsOf(db, storeId, undefined))
      await fc.assert(
        fc.asyncProperty(catalog(group?.id ?? ''), async (products) => {
          await engine.transact(async (db) => {
            for (const body of products) await createRecord(db, context, productNoun, body)
          })
          const before = await contentOf(engine, storeId)
          expect(await exportFile(engine, { storeId, kind: 'products', path })).toBe(
            products.flatMap(({ variants }) => variants).length,
          )
          expect(await importFile(engine, importing(shop, path))).toMatchObject({
            faults: [],
            added: 0,
            changed: 0,
            unchanged: products.length,
          })
          await engine.transact(async (db) => {
            for (const { sku } of before) await removeRecord(db, context, productNoun, sku)
          })
          expect(await importFile(engine, importing(shop, path))).toMatchObject({
            faults: [],
            added: products.length,
          })
          expect(await contentOf(engine, storeId)).toStrictEqual(before)
          await engine.transact(async (db) => {
            for (const { sku } of before) await removeRecord(db, context, productNoun, sku)
          })
        }),
        { numRuns: 40 },
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

  it('keeps every text, guarded or not', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(unguarded(guarded(each))).toBe(each)
        expect(guarded(each)).not.toMatch(/^[=+\-@\t\r]/)
      }),
    )
  })
})

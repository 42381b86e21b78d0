import fc from 'fast-check'
import { listProductRecords } from '../../core/catalog/manage/list-products.ts'
import { catalogNoun } from '../../core/catalog/manage/catalog.noun.ts'
import type { ProductRecord } from '../../core/catalog/manage/product-record.ts'
import { productNoun } from '../../core/catalog/manage/product.noun.ts'
import type { ProductBody } from '../../core/catalog/manage/product.schema.ts'
import type { Engine } from '../../core/database/engine.ts'
import type { Context } from '../../core/operations/context.ts'
import { priceGroupNoun } from '../../core/price-groups/manage/price-group.noun.ts'
import { priceGroupsOf } from '../../core/price-groups/price-group.repository.ts'
import { createRecord } from '../../core/records/create-record.ts'
import { removeRecord } from '../../core/records/remove-record.ts'
import { taxRateNoun } from '../../core/tax-rates/tax-rate.noun.ts'

/** The language of `ownShop`. */
export const CULTURE = 'da-DK'

/** What people and programs write, and what spreadsheets and parsers stumble over. */
export const text = fc
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
          '\u2028',
          '\u2029',
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

/** What products of a shop may refer to. */
interface Choices {
  readonly priceGroupIds: readonly string[]
  readonly catalogIds: readonly string[]
  /** Only what is retired itself may be in these. */
  readonly retiredCatalogIds: readonly string[]
  readonly taxRateIds: readonly string[]
}

/** Who writes in a test. */
export const writerIn = (storeId: string): Context => ({
  storeId,
  name: 'Ida',
  now: new Date(),
  clientId: '',
  scopes: new Set(),
  expires: new Date(),
  ifMatch: undefined,
  changes: [],
})

/** Gives a shop more groups, catalogs and tax rates, with names that are hard to tell apart in a file. */
export async function addChoices(engine: Engine, storeId: string): Promise<Choices> {
  const names = (name: string) => ({ names: { [CULTURE]: name } })
  const [base] = await engine.read(async (db) => priceGroupsOf(db, storeId, undefined))
  return engine.transact(async (db) => {
    const context = writerIn(storeId)
    const ofBase = { currency: 'DKK', basePriceGroupId: base?.id ?? '' }
    const groups = ['=Klub: "guld"; Ø', 'Tvilling', 'Tvilling'].map(async (name) =>
      createRecord(db, context, priceGroupNoun, { ...names(name), ...ofBase }),
    )
    const rates = [names('Standard, høj'), names('12%'), names('+12%')].map(async (named, n) =>
      createRecord(db, context, taxRateNoun, { ...named, rate: (n + 1) / 20 }),
    )
    const catalog = await createRecord(db, context, catalogNoun, names('-Katalog,to'))
    const old = { ...names('@Katalog; gammelt'), state: 'retired' as const }
    const retired = await createRecord(db, context, catalogNoun, old)
    return {
      priceGroupIds: [base?.id ?? '', ...(await Promise.all(groups)).map(({ record }) => record.id)],
      catalogIds: [catalog.record.id],
      retiredCatalogIds: [retired.record.id],
      taxRateIds: (await Promise.all(rates)).map(({ record }) => record.id),
    }
  })
}

/** Products of any kind, of which none has a code of another. */
export function someProducts({
  catalogIds,
  priceGroupIds,
  retiredCatalogIds,
  taxRateIds,
}: Choices): fc.Arbitrary<ProductBody[]> {
  const variant = fc.record({
    options: fc.array(fc.record({ name: text, value: text }), { maxLength: 4 }),
    names: fc.oneof(
      fc.constant({}),
      text.map((name) => ({ [CULTURE]: name })),
    ),
    hasPicture: fc.boolean(),
    barcodes: fc.nat({ max: 3 }),
    prices: fc.tuple(...priceGroupIds.map(() => fc.option(cents, { nil: undefined }))),
    sku: code,
  })
  const product = fc.record({
    sku: code,
    name: text,
    description: fc.option(text, { nil: undefined }),
    hasPicture: fc.boolean(),
    taxRate: fc.integer({ min: 0, max: 1_000_000 }).map((ppm) => ppm / 1_000_000),
    taxRateId: fc.option(fc.constantFrom(...taxRateIds), { nil: undefined }),
    catalogId: fc.option(fc.constantFrom(...catalogIds), { nil: undefined }),
    retiredCatalogId: fc.option(fc.constantFrom(...retiredCatalogIds), { nil: undefined }),
    state: fc.constantFrom('active', 'draft', 'retired'),
    isGiftCard: fc.boolean(),
    variants: fc.array(variant, { minLength: 1, maxLength: 4 }),
  })
  return fc.array(product, { minLength: 1, maxLength: 5 }).map((products) =>
    products.map((each, n): ProductBody => ({
      // A number makes each the only one.
      sku: `${each.sku}${n}`,
      names: { [CULTURE]: each.name },
      ...(each.description !== undefined && { descriptions: { [CULTURE]: each.description } }),
      imageUrl: each.hasPicture ? `https://shop.example/${n}.jpg?a=1,2` : null,
      ...(each.catalogId !== undefined && { catalogId: each.catalogId }),
      ...(each.state === 'retired' &&
        each.retiredCatalogId !== undefined && { catalogId: each.retiredCatalogId }),
      ...(each.taxRateId === undefined ? { taxRate: each.taxRate } : { taxRateId: each.taxRateId }),
      state: each.state,
      isGiftCard: each.isGiftCard,
      variants: each.variants.map(({ barcodes, hasPicture, prices, sku, ...rest }, m) => ({
        ...rest,
        imageUrl: hasPicture ? `https://shop.example/${n}/${m}.jpg` : null,
        variantSku: each.variants.length === 1 ? null : `${sku}${n}/${m}`,
        barcodes: Array.from({ length: barcodes }, (_, b) => `+${n}${m}${b}`),
        prices: prices.flatMap((price, place) =>
          price === undefined ? [] : [{ priceGroupId: priceGroupIds[place] ?? '', price }],
        ),
      })),
    })),
  )
}

export const addProducts = async (
  engine: Engine,
  storeId: string,
  products: readonly ProductBody[],
): Promise<void> =>
  engine.transact(async (db) => {
    for (const body of products) await createRecord(db, writerIn(storeId), productNoun, body)
  })

/** The products of a shop without what only their storing gave them. */
export async function contentOf(engine: Engine, storeId: string) {
  const { rows } = await engine.read(async (db) =>
    listProductRecords(db, storeId, { limit: 1000, after: undefined }, {}),
  )
  return rows.map(({ id: _id, version: _version, variants, ...product }: ProductRecord) => ({
    ...product,
    variants: variants.map(({ id: _variantId, ...variant }) => variant),
  }))
}

/** Takes all products out of a shop. */
export async function wipe(engine: Engine, storeId: string): Promise<void> {
  const skus = (await contentOf(engine, storeId)).map(({ sku }) => sku)
  await engine.transact(async (db) => {
    for (const sku of skus) await removeRecord(db, writerIn(storeId), productNoun, sku)
  })
}

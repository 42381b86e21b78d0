import { sql } from 'kysely'
import type { ReadDb } from '../../database/engine.ts'
import { inParts } from '../../database/queries/in-parts.ts'
import { fetchSlice, type Page, type Slice } from '../../database/queries/keyset.ts'
import { barcodeSpellings } from '../../kernel/barcodes.ts'
import type { GoodsCodes } from './stock-file.ts'

/** Something that can be sold, as files name it. */
export interface Goods {
  readonly variantId: string
  readonly productId: string
  readonly sku: string
  readonly variantSku: string | null
}

/** Goods of a store, by what they are named by. */
export interface GoodsByCode {
  /** By the sku of their product: one without variants, or several. */
  readonly ofSku: ReadonlyMap<string, readonly Goods[]>
  readonly ofVariantSku: ReadonlyMap<string, Goods>
  /** @returns what has the barcode, in any spelling of it */
  ofBarcode(barcode: string): Goods | undefined
}

const goods = (db: ReadDb, storeId: string) =>
  db
    .selectFrom('variants as variant')
    .innerJoin('products as product', 'product.id', 'variant.product_id')
    .select([
      'variant.id as variantId',
      'variant.product_id as productId',
      'product.sku',
      'variant.variant_sku as variantSku',
    ])
    // Of the product, whose index gives the order.
    .where('product.store_id', '=', storeId)
    .where('variant.is_retired', '=', 0)

/** What some codes name in a store, sold or not. */
export async function findGoods(
  db: ReadDb,
  storeId: string,
  codes: readonly GoodsCodes[],
): Promise<GoodsByCode> {
  const skus = codes.map(({ sku }) => sku).filter(Boolean)
  const variantSkus = codes.flatMap(({ sku, variantSku }) => [sku, variantSku]).filter(Boolean)
  const ofSkus = await inParts(skus, async (some) =>
    goods(db, storeId).where('product.sku', 'in', some).orderBy('variant.position').execute(),
  )
  const ofVariantSkus = await inParts(variantSkus, async (some) =>
    goods(db, storeId)
      .where('variant.store_id', '=', storeId)
      .where('variant.variant_sku', 'in', some)
      .execute(),
  )
  const barcodes = codes.filter(({ sku, variantSku }) => sku === '' && variantSku === '')
  const ofBarcodes = await findByBarcode(
    db,
    storeId,
    barcodes.flatMap(({ barcode }) => spellingsOf(barcode)),
  )
  return {
    ofSku: Map.groupBy(ofSkus, ({ sku }) => sku),
    ofVariantSku: new Map(ofVariantSkus.map((each) => [each.variantSku ?? '', each])),
    ofBarcode: (barcode) => {
      const found = spellingsOf(barcode).find((each) => ofBarcodes.has(each))
      return found === undefined ? undefined : ofBarcodes.get(found)
    },
  }
}

/** A barcode as it stands, then as it may be kept otherwise. */
const spellingsOf = (barcode: string): string[] => [barcode, ...barcodeSpellings(barcode)].filter(Boolean)

async function findByBarcode(
  db: ReadDb,
  storeId: string,
  barcodes: readonly string[],
): Promise<ReadonlyMap<string, Goods>> {
  const first = await inParts(barcodes, async (some) =>
    goods(db, storeId)
      .select('variant.barcode')
      .where('variant.store_id', '=', storeId)
      .where('variant.barcode', 'in', some)
      .execute(),
  )
  const further = await inParts(barcodes, async (some) =>
    goods(db, storeId)
      .innerJoin('variant_barcodes as further', 'further.variant_id', 'variant.id')
      .select('further.barcode')
      .where('further.store_id', '=', storeId)
      .where('further.barcode', 'in', some)
      .execute(),
  )
  return new Map([...further, ...first].map(({ barcode, ...each }) => [barcode ?? '', each]))
}

/** Something that is sold or to be sold, with its barcode, and with what is known of its stock. */
export interface StockedGoods extends Goods {
  readonly barcode: string | null
  readonly position: number
  /** null where no stock is kept of it. */
  readonly quantity: number | null
  readonly reorderPoint: number | null
}

/** What a store sells or is about to sell, by sku. */
export const listGoods = async (db: ReadDb, storeId: string, page: Page): Promise<Slice<StockedGoods>> =>
  fetchSlice(
    goods(db, storeId)
      .leftJoin('stock_levels as level', 'level.id', 'variant.id')
      .select([
        'variant.barcode',
        'variant.position',
        'level.quantity',
        'level.reorder_point as reorderPoint',
      ])
      .where('product.state', '!=', sql.lit('retired')),
    page,
    'asc',
    {
      'product.sku': (row) => row.sku,
      'variant.position': (row) => row.position,
      'variant.id': (row) => row.variantId,
    },
  )

import type { ProductRecord, VariantRecord } from '../../catalog/manage/product-record.ts'
import { listProductRecords } from '../../catalog/manage/list-products.ts'
import { readShelf, type Shelf } from '../../catalog/manage/shelf.ts'
import type { ReadDb } from '../../database/engine.ts'
import type { Cursor } from '../../kernel/cursor.ts'
import { csvLine, guarded, readRate, writePrice, writeRate } from '../cells.ts'
import { namesOf, readPriceGroupNames, type Names } from '../names.repository.ts'
import { barcodeColumn, DESCRIPTION, NAME, optionColumns, PRICE, VARIANT_NAME } from './own-format.ts'
import { readExtent } from './product-extent.repository.ts'

/** Products that are in memory at a time. */
const BATCH = 200

/** A column: its name, and what stands in it. */
interface Column {
  readonly name: string
  /** Stands in the first row of a product only. */
  readonly isOfProduct?: boolean
  readonly cell: (product: ProductRecord, variant: VariantRecord) => string | null | undefined
}

/**
 * The products of a store, or their prices alone, as our own CSV, line by line. Imported again it changes nothing;
 * imported into a shop without products it makes the same ones.
 */
export async function* exportProducts(
  db: ReadDb,
  storeId: string,
  kind: 'products' | 'prices',
): AsyncGenerator<string> {
  const shelf = await readShelf(db, storeId)
  const columns = await columnsOf(db, shelf, kind)
  yield csvLine(columns.map(({ name }) => name))
  let after: Cursor | undefined
  do {
    const { next, rows } = await listProductRecords(db, storeId, { limit: BATCH, after }, {})
    for (const product of rows) {
      const sold = product.variants.filter(({ isRetired }) => !isRetired)
      for (const [index, variant] of sold.entries()) {
        const cells = columns.map(({ cell, isOfProduct = false }) =>
          isOfProduct && index > 0 ? '' : guarded(cell(product, variant) ?? ''),
        )
        yield csvLine(cells)
      }
    }
    after = next
  } while (after)
}

async function columnsOf(db: ReadDb, shelf: Shelf, kind: 'products' | 'prices'): Promise<Column[]> {
  const { cultures, id } = shelf.store
  const extent = await readExtent(db, id)
  const groups = await readPriceGroupNames(db, shelf.store)
  const catalogs = namesOf(shelf.store, shelf.catalogs.values())
  const taxRates = namesOf(shelf.store, shelf.taxRates.values())
  const sku: Column = { name: 'sku', cell: (product) => product.sku }
  const variantSku: Column = { name: 'variantSku', cell: (_, variant) => variant.variantSku }
  const prices = [...shelf.priceGroups.values()]
    .filter((group) => extent.priceGroups.has(group.id))
    .map((group): Column => ({
      name: PRICE + groups.label(group.id),
      cell: (_, variant) => {
        const price = variant.prices[group.id]
        return price === undefined ? '' : writePrice(price, group.currency)
      },
    }))
  if (kind === 'prices') return [sku, variantSku, ...prices]
  const texts = cultures.flatMap((culture): Column[] => [
    { name: NAME + culture, isOfProduct: true, cell: ({ names }) => names[culture] },
    { name: DESCRIPTION + culture, isOfProduct: true, cell: ({ descriptions }) => descriptions[culture] },
  ])
  const options = Array.from({ length: Math.max(extent.options, 1) }, (_, index): Column[] => {
    const columns = optionColumns(index)
    return [
      { name: columns.name, cell: (_product, variant) => variant.options[index]?.name },
      { name: columns.value, cell: (_product, variant) => variant.options[index]?.value },
    ]
  }).flat()
  const barcodes = Array.from({ length: Math.max(extent.barcodes, 1) }, (_, index): Column => ({
    name: barcodeColumn(index),
    cell: (_product, variant) => variant.barcodes[index],
  }))
  return [
    sku,
    { name: 'state', isOfProduct: true, cell: ({ state }) => state },
    { name: 'catalog', isOfProduct: true, cell: ({ catalogId }) => catalogs.label(catalogId) },
    { name: 'tax', isOfProduct: true, cell: (product) => taxOf(shelf, taxRates, product) },
    { name: 'giftCard', isOfProduct: true, cell: ({ isGiftCard }) => (isGiftCard ? 'yes' : 'no') },
    { name: 'image', isOfProduct: true, cell: ({ imageUrl }) => imageUrl },
    ...texts,
    variantSku,
    { name: 'variantImage', cell: (_, { imageUrl }) => imageUrl },
    ...cultures.map((culture): Column => ({
      name: VARIANT_NAME + culture,
      cell: (_, { names }) => names[culture],
    })),
    ...options,
    ...barcodes,
    ...prices,
  ]
}

/**
 * The tax of a product: the name of the rate that it follows, or the rate itself. One that is retired no other product may
 * have: of that the rate stands there, which takes the name from none that has it.
 */
function taxOf({ taxRates }: Shelf, names: Names, { taxRate, taxRateId }: ProductRecord): string {
  if (taxRateId === null || taxRates.get(taxRateId)?.state !== 'active') return writeRate(taxRate)
  const label = names.label(taxRateId)
  return readRate(label) === undefined ? label : taxRateId
}

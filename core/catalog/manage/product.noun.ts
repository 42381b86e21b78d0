import type { ReadDb } from '../../database/engine.ts'
import { parseId } from '../../kernel/ids.ts'
import { defineNoun } from '../../records/noun.ts'
import { becomeProducts } from './become-products.ts'
import { checkProducts } from './check-products.ts'
import { findUsedVariants, isInCampaign } from './goods-in-use.repository.ts'
import { listProducts } from './list-products.ts'
import { productFields } from './product-fields.ts'
import { findProductRecords } from './product-record.repository.ts'
import type { ProductRecord } from './product-record.ts'
import { PRODUCT, productRows } from './product-rows.repository.ts'
import { listedProduct, managedProduct } from './product-view.ts'
import {
  ManagedProduct,
  ManagedProductsAnswer,
  ManagedProductsQuery,
  ProductBody,
  ProductParams,
  ProductPatch,
} from './product.schema.ts'
import { readProductBody, readProductPatch } from './read-product-body.ts'
import { readShelf } from './shelf.ts'

/** The shop's own products: what it sells, and how. */
export const productNoun = defineNoun({
  one: PRODUCT,
  many: 'products',
  schemas: {
    body: ProductBody,
    patch: ProductPatch,
    record: ManagedProduct,
    list: ManagedProductsAnswer,
    query: ManagedProductsQuery,
    params: ProductParams,
  },
  says: {
    list: 'By sku, those that are not sold too. `search` is that of `/products`, and takes ids and pasted codes, with a label or in an address, too.',
    create: 'With its variants, barcodes and prices. Its version is in the `ETag`.',
    replace:
      'What the body leaves out is empty afterwards; a variant that it leaves out is sold no more. What changes ' +
      'nothing leaves the version.',
    change:
      'Only what the body names: texts by culture, variants by their sku, prices by price group. What changes ' +
      'nothing leaves the version.',
    remove: 'One that has been in a cart, an order or a campaign is kept, and sold no more.',
  },
  around: readShelf,
  find: findProduct,
  list: listProducts,
  view: managedProduct,
  listed: listedProduct,
  read: readProductBody,
  patch: readProductPatch,
  check: checkProducts,
  become: becomeProducts,
  fields: productFields,
  rows: productRows,
  removal: { isUsed, retired: (product: ProductRecord) => ({ ...product, state: 'retired' as const }) },
})

/** The product of a sku, or of an id. */
async function findProduct(db: ReadDb, storeId: string, key: string): Promise<ProductRecord | undefined> {
  const [ofSku] = await findProductRecords(db, storeId, 'sku', [key])
  if (ofSku) return ofSku
  const id = parseId(key)
  return id === undefined ? undefined : (await findProductRecords(db, storeId, 'id', [id]))[0]
}

/** Whether it has been in a cart, an order or a campaign. */
async function isUsed(db: ReadDb, { id, variants }: ProductRecord): Promise<boolean> {
  const used = await findUsedVariants(
    db,
    variants.map((variant) => variant.id),
  )
  return used.size > 0 || isInCampaign(db, id)
}

import type { WriteDb } from '../../database/engine.ts'
import { changedMeanwhile } from '../../history/record-events.ts'
import { etagOf } from '../../http/etag.ts'
import type { Context } from '../../operations/context.ts'
import { checkProducts } from './check-products.ts'
import { refuse } from './create-product.ts'
import { getProduct } from './find-product.ts'
import type { ProductRecord } from './product-record.ts'
import type { Read } from './read-product-body.ts'
import { PRODUCT, saveProducts } from './save-products.ts'
import { readShelf, type Shelf } from './shelf.ts'

/**
 * Changes a product as a whole or in part; what changes nothing leaves its version.
 * @param key its sku, or its id
 * @param read what is to become of it
 * @throws CommerceError NotFound; BadRequest, naming every field that is at fault; Conflict where it is no longer the
 *   version that the caller has seen
 */
export async function changeProduct(
  db: WriteDb,
  context: Context,
  key: string,
  read: (shelf: Shelf, before: ProductRecord) => Read,
): Promise<ProductRecord> {
  const before = await getProduct(db, context.storeId, key)
  await requireSeen(db, context, before)
  const shelf = await readShelf(db, context.storeId)
  const { draft, faults } = read(shelf, before)
  const wanted = { before, draft }
  refuse([...faults, ...(await checkProducts(db, shelf, [wanted])).flat()])
  const [saved] = await saveProducts(db, context, shelf, [wanted])
  if (!saved) throw new Error('The product was not stored.')
  return saved.product
}

/** @throws CommerceError Conflict where it is no longer the version that the caller has seen */
export async function requireSeen(
  db: WriteDb,
  { ifMatch }: Pick<Context, 'ifMatch'>,
  product: ProductRecord,
): Promise<void> {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === etagOf(product.version)) return
  throw await changedMeanwhile(db, PRODUCT, product)
}

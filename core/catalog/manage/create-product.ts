import type { WriteDb } from '../../database/engine.ts'
import { CommerceError, type Fault } from '../../kernel/errors.ts'
import type { Context } from '../../operations/context.ts'
import { checkProducts } from './check-products.ts'
import type { ProductRecord } from './product-record.ts'
import type { ProductBody } from './product.schema.ts'
import { readProductBody } from './read-product-body.ts'
import { saveProducts } from './save-products.ts'
import { readShelf } from './shelf.ts'

/**
 * Adds a product with its variants and prices.
 * @throws CommerceError BadRequest, naming every field that is at fault
 */
export async function createProduct(
  db: WriteDb,
  context: Context,
  body: ProductBody,
): Promise<ProductRecord> {
  const shelf = await readShelf(db, context.storeId)
  const { draft, faults } = readProductBody(shelf, body)
  const wanted = { before: undefined, draft }
  refuse([...faults, ...(await checkProducts(db, shelf, [wanted])).flat()])
  const [saved] = await saveProducts(db, context, shelf, [wanted])
  if (!saved) throw new Error('The product was not stored.')
  return saved.product
}

/** @throws CommerceError BadRequest where there are any */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new CommerceError('BadRequest', 'product.invalid', faults)
}

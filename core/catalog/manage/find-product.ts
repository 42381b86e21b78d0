import type { ReadDb } from '../../database/engine.ts'
import { notFound } from '../../kernel/errors.ts'
import { parseId } from '../../kernel/ids.ts'
import type { ProductRecord } from './product-record.ts'
import { findProductRecords } from './product-record.repository.ts'

/**
 * The product of a sku, or of an id.
 * @throws CommerceError NotFound
 */
export async function getProduct(db: ReadDb, storeId: string, key: string): Promise<ProductRecord> {
  const [ofSku] = await findProductRecords(db, storeId, 'sku', [key])
  if (ofSku) return ofSku
  const id = parseId(key)
  const [ofId] = id === undefined ? [] : await findProductRecords(db, storeId, 'id', [id])
  if (ofId) return ofId
  throw notFound('product.not-found', 'There is no such product.')
}

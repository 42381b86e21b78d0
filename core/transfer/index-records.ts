import { setTimeout as pause } from 'node:timers/promises'
import { indexProducts } from '../catalog/manage/product-rows.repository.ts'
import { productNoun } from '../catalog/manage/product.noun.ts'
import { indexCustomers } from '../customers/manage/customer-record.repository.ts'
import { customerNoun } from '../customers/manage/customer.noun.ts'
import type { Engine, WriteDb } from '../database/engine.ts'
import { nounOf } from '../records/noun.ts'
import { findUnindexed, hasIndexed } from '../records/unindexed-records.ts'

/** Records of one transaction: whoever writes meanwhile waits for no more. */
const AT_ONCE = 100
/** Between two of them, in milliseconds: longer than others wait before they try again. */
const PAUSE = 10

/** Writes the search terms of some records. */
type Index = (db: WriteDb, storeId: string, ids: readonly string[]) => Promise<void>

const indexOf: Readonly<Record<string, Index | undefined>> = {
  [nounOf(productNoun)]: indexProducts,
  [nounOf(customerNoun)]: indexCustomers,
}

/** What records and their terms are found in. */
const SEARCHED = [
  ...([
    'products',
    'product_names',
    'product_terms',
    'word_parts',
    'variants',
    'variant_names',
    'prices',
  ] as const),
  ...(['customers', 'customer_addresses', 'customer_terms'] as const),
]

/**
 * Writes the search terms of all records that wait for them, some at a time. What is cut off goes on with the next call,
 * whoever makes it.
 */
export async function indexRecords(engine: Pick<Engine, 'transact' | 'refreshStatistics'>): Promise<void> {
  let times = 0
  for (; await engine.transact(indexSome); times++) await pause(PAUSE)
  if (times > 1) await engine.refreshStatistics?.(SEARCHED)
}

/** @returns false where none waits */
async function indexSome(db: WriteDb): Promise<boolean> {
  const some = await findUnindexed(db, AT_ONCE)
  if (!some) return false
  await indexOf[some.noun]?.(db, some.storeId, some.ids)
  await hasIndexed(db, some.ids)
  return true
}

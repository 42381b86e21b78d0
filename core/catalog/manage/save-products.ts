import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { changedMeanwhile, recordDone, type Author, type Done } from '../../history/record-events.ts'
import { newId } from '../../kernel/ids.ts'
import type { Wanted } from './check-products.ts'
import { productChanges } from './product-changes.ts'
import { meantBy, type ProductDraft, type ProductRecord, type VariantRecord } from './product-record.ts'
import {
  findUsedVariants,
  insertProductRecords,
  updateProductRecords,
  type ProductChange,
} from './product-record.repository.ts'
import type { Shelf } from './shelf.ts'

export const PRODUCT = 'product'

/** What has become of a product. */
export interface Saved {
  readonly product: ProductRecord
  readonly kind: 'added' | 'changed' | 'unchanged'
}

/** Says what storing products would do to each, and writes nothing. */
export async function previewProducts(
  db: ReadDb,
  _author: Author,
  shelf: Shelf,
  wanted: readonly Wanted[],
): Promise<readonly Saved[]> {
  const used = await findUsedVariants(db, wanted.flatMap(leftOut))
  return wanted.map(({ before, draft }): Saved => {
    if (!before) return { kind: 'added', product: newProduct(draft) }
    const after = changedProduct(before, draft, used)
    return productChanges(shelf, before, after).length === 0 && !isMoved(before, after)
      ? { kind: 'unchanged', product: before }
      : { kind: 'changed', product: after }
  })
}

/**
 * Stores products that have been checked, new ones and changed ones, and keeps who has done it. What is as it was stays
 * in its version. Variants that are left out are sold no more: kept where a cart or an order has them, otherwise deleted.
 * @param by how the history calls it where it is neither made nor changed by hand
 * @throws CommerceError Conflict where one has been changed since it was read
 */
export async function saveProducts(
  db: WriteDb,
  author: Author,
  shelf: Shelf,
  wanted: readonly Wanted[],
  by?: Done['kind'],
): Promise<readonly Saved[]> {
  const saved = await previewProducts(db, author, shelf, wanted)
  const changes: ProductChange[] = []
  const done: Done[] = []
  for (const [index, { kind, product }] of saved.entries()) {
    const before = wanted[index]?.before
    if (kind === 'unchanged') continue
    const made = { recordId: product.id, noun: PRODUCT, version: product.version }
    if (!before) {
      done.push({ ...made, kind: by ?? 'created', changes: [] })
    } else {
      changes.push({ before, after: product })
      done.push({ ...made, kind: by ?? 'changed', changes: productChanges(shelf, before, product) })
    }
  }
  await insertProductRecords(
    db,
    author.storeId,
    saved.filter(({ kind }) => kind === 'added').map(({ product }) => product),
  )
  const kept = new Set(changes.flatMap(({ after }) => after.variants.map(({ id }) => id)))
  const gone = changes.flatMap(({ before }) =>
    before.variants.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  )
  const [missed] = await updateProductRecords(db, author.storeId, changes, gone)
  if (missed) throw await changedMeanwhile(db, PRODUCT, missed)
  await recordDone(db, author, done)
  return saved
}

const newProduct = (draft: ProductDraft): ProductRecord => ({
  ...draft,
  id: newId(),
  version: 1,
  variants: draft.variants.map((variant) => ({ ...variant, id: newId(), isRetired: false })),
})

/** Variants that are sold now, and are not in the draft. */
function leftOut({ before, draft }: Wanted): string[] {
  if (!before) return []
  const meant = new Set(draft.variants.map((variant) => meantBy(before, draft, variant)?.id))
  return before.variants.filter(({ id, isRetired }) => !isRetired && !meant.has(id)).map(({ id }) => id)
}

function changedProduct(
  before: ProductRecord,
  draft: ProductDraft,
  used: ReadonlySet<string>,
): ProductRecord {
  const variants = draft.variants.map((variant): VariantRecord => ({
    variantSku: variant.variantSku,
    names: variant.names,
    options: variant.options,
    barcodes: variant.barcodes,
    prices: variant.prices,
    id: meantBy(before, draft, variant)?.id ?? newId(),
    isRetired: false,
  }))
  const meant = new Set(variants.map(({ id }) => id))
  const kept = before.variants
    .filter(({ id, isRetired }) => !meant.has(id) && (isRetired || used.has(id)))
    // Its barcodes may be given to others.
    .map((variant) => (variant.isRetired ? variant : { ...variant, isRetired: true, barcodes: [] }))
  return { ...draft, id: before.id, version: before.version + 1, variants: [...variants, ...kept] }
}

/** Whether the variants are others, or stand in another order. */
const isMoved = (before: ProductRecord, after: ProductRecord): boolean =>
  before.variants.map(({ id, isRetired }) => `${id} ${isRetired}`).join() !==
  after.variants.map(({ id, isRetired }) => `${id} ${isRetired}`).join()

import type { ReadDb } from '../../database/engine.ts'
import { newId } from '../../kernel/ids.ts'
import type { WantedProduct } from './check-products.ts'
import { meantBy, type ProductDraft, type ProductRecord, type VariantRecord } from './product-record.ts'
import { findUsedVariants } from './goods-in-use.repository.ts'

/**
 * What drafts of products become. Variants that are left out are sold no more: kept where a cart or an order has them,
 * otherwise gone.
 */
export async function becomeProducts(
  db: ReadDb,
  wanted: readonly WantedProduct[],
): Promise<readonly ProductRecord[]> {
  const used = await findUsedVariants(db, wanted.flatMap(leftOut))
  return wanted.map(({ before, draft }) => (before ? changedProduct(before, draft, used) : newProduct(draft)))
}

const newProduct = (draft: ProductDraft): ProductRecord => ({
  ...draft,
  id: newId(),
  version: 1,
  variants: draft.variants.map((variant) => ({ ...variant, id: newId(), isRetired: false })),
})

/** Variants that are sold now, and are not in the draft. */
function leftOut({ before, draft }: WantedProduct): string[] {
  if (!before) return []
  const meant = new Set(meantBy(before, draft).map((variant) => variant?.id))
  return before.variants.filter(({ id, isRetired }) => !isRetired && !meant.has(id)).map(({ id }) => id)
}

function changedProduct(
  before: ProductRecord,
  draft: ProductDraft,
  used: ReadonlySet<string>,
): ProductRecord {
  const known = meantBy(before, draft)
  const variants = draft.variants.map((variant, index): VariantRecord => ({
    ...variant,
    id: known[index]?.id ?? newId(),
    isRetired: false,
  }))
  const meant = new Set(variants.map(({ id }) => id))
  const kept = before.variants
    .filter(({ id, isRetired }) => !meant.has(id) && (isRetired || used.has(id)))
    // Its barcodes may be given to others.
    .map((variant) => (variant.isRetired ? variant : { ...variant, isRetired: true, barcodes: [] }))
  return { ...draft, id: before.id, version: before.version + 1, variants: [...variants, ...kept] }
}

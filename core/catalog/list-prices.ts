import type { ReadDb } from '../database/engine.ts'
import type { Page, Slice } from '../database/queries/keyset.ts'
import { badRequest, said } from '../kernel/errors.ts'
import { toMajor, toRate } from '../kernel/money.ts'
import {
  getPriceGroup,
  pageOfGroups,
  priceGroupNames,
  priceGroupsOf,
} from '../price-groups/price-group.repository.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import type { ProductPrice } from './catalog.schema.ts'
import { findKeptPrices, findVariants, type VariantRecord } from './product.repository.ts'

/**
 * What each price group sells a product for, and which group's price that is; groups that do not sell it are left out.
 * @throws CommerceError BadRequest for a sku or a variant that does not exist
 */
export async function listPrices(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  product: { readonly sku: string; readonly variantSku: string | null },
  { culture, currencyId }: { culture: string; currencyId: string | undefined },
): Promise<Slice<ProductPrice>> {
  const variant = await findVariant(db, store.id, product)
  const { rows, next } = pageOfGroups(await priceGroupsOf(db, store.id, currencyId), page)
  const groups = await Promise.all(rows.map(async ({ id }) => getPriceGroup(db, store.id, id)))
  const priceIn = await findKeptPrices(db, [variant], [...new Set(groups.flatMap(({ chain }) => chain))])
  const nameOf = await priceGroupNames(db, store, culture)
  const named = (id: string) => ({ id, name: nameOf(id) })
  const prices = groups.flatMap((group) => {
    const kept = priceIn(variant, group)
    if (!kept) return []
    const { isoCode: currency } = group.currency
    const price = toMajor(kept.amount, currency)
    const taxRate = toRate(group.taxRate ?? variant.taxRate)
    const inheritedFrom = kept.price_group_id === group.id ? null : named(kept.price_group_id)
    return [{ priceGroup: named(group.id), price, taxRate, currency, inheritedFrom }]
  })
  return { rows: prices, next }
}

async function findVariant(
  db: ReadDb,
  storeId: string,
  { sku, variantSku }: { readonly sku: string; readonly variantSku: string | null },
): Promise<VariantRecord> {
  const variants = await findVariants(db, storeId, sku)
  if (variants.length === 0) throw badRequest('product.unknown-sku', 'there is no such product', 'sku')
  const variant = variants.find((candidate) => candidate.variantSku === variantSku)
  if (variant) return variant
  throw variantSku === null
    ? badRequest('line.family', said`is missing: ${{ sku }} comes in variants`, 'variantSku')
    : badRequest('product.variant', said`is no variant of ${{ sku }}`, 'variantSku')
}

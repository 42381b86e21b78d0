import type { ProductPrice, ProductPricesAnswer } from '../../core/catalog/catalog.schema.ts'
import type { EvaluationsAnswer, ListedEvaluation } from '../../core/price-groups/price-group.schema.ts'
import { allOf } from './all-of.ts'
import { get } from './client.ts'

export type { ProductPrice } from '../../core/catalog/catalog.schema.ts'
export type { ListedEvaluation } from '../../core/price-groups/price-group.schema.ts'

/** How one criterion of a price group stands for a sale. */
export type EvaluatedCriterion = ListedEvaluation['criteria'][number]

/** What is known of a sale: `filters-*` by their whole names (section 4.10). */
export type SaleQuery = Readonly<Record<`filters-${string}`, string>>

/** Every price group, valid for a sale or not, with why. */
export async function listEvaluations(
  query: { cultureCode: string; currency?: string | undefined; at?: string | undefined } & SaleQuery,
  signal?: AbortSignal,
): Promise<ListedEvaluation[]> {
  return allOf(
    async (page) => get<EvaluationsAnswer>('/price-groups/evaluations', { ...query, ...page }, signal),
    ({ priceGroups }) => priceGroups,
  )
}

/** What each price group that sells a product sells it for. */
export async function listProductPrices(
  query: { cultureCode: string; sku: string; variantSku?: string | undefined; currency?: string | undefined },
  signal?: AbortSignal,
): Promise<ProductPrice[]> {
  return allOf(
    async (page) => get<ProductPricesAnswer>('/products/prices', { ...query, ...page }, signal),
    ({ prices }) => prices,
  )
}

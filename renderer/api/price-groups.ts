import type { ProductPrice, ProductPricesAnswer } from '../../core/catalog/catalog.schema.ts'
import type { EvaluationsAnswer, ListedEvaluation } from '../../core/price-groups/price-group.schema.ts'
import { get } from './client.ts'

export type { ProductPrice } from '../../core/catalog/catalog.schema.ts'
export type { ListedEvaluation } from '../../core/price-groups/price-group.schema.ts'

/** How one criterion of a price group stands for a sale. */
export type EvaluatedCriterion = ListedEvaluation['criteria'][number]

/** What is known of a sale: `filters-*` by their whole names (section 4.10). */
export type SaleQuery = Readonly<Record<`filters-${string}`, string>>

const MAX_ITEMS = 1000

/** Every price group, valid for a sale or not, with why. */
export async function listEvaluations(
  query: { cultureCode: string; currency?: string | undefined; at?: string | undefined } & SaleQuery,
  signal?: AbortSignal,
): Promise<ListedEvaluation[]> {
  const answer = await get<EvaluationsAnswer>(
    '/price-groups/evaluations',
    { ...query, maxItems: MAX_ITEMS },
    signal,
  )
  return answer.priceGroups
}

/** What each price group that sells a product sells it for. */
export async function listProductPrices(
  query: { cultureCode: string; sku: string; variantSku?: string | undefined; currency?: string | undefined },
  signal?: AbortSignal,
): Promise<ProductPrice[]> {
  const answer = await get<ProductPricesAnswer>('/products/prices', { ...query, maxItems: MAX_ITEMS }, signal)
  return answer.prices
}

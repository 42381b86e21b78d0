import type {
  PriceRow,
  PriceRowsAnswer,
  PricesChanged,
  PricesPatch,
} from '../../core/catalog/manage/prices/price.schema.ts'
import { get, request } from './client.ts'

export type { PriceRow, PricesPatch } from '../../core/catalog/manage/prices/price.schema.ts'

export interface PriceSearch {
  readonly priceGroupIds: readonly string[]
  readonly search?: string | undefined
  readonly maxItems?: number
  readonly nextPagingToken?: string
}

/** Variants with their prices in some groups, by sku; `maxItems` counts products. */
export async function listPriceRows(
  { priceGroupIds, ...query }: PriceSearch,
  signal?: AbortSignal,
): Promise<{ variants: PriceRow[]; nextPagingToken: string | null }> {
  return get<PriceRowsAnswer>('/manage/prices', { ...query, priceGroupIds: priceGroupIds.join(',') }, signal)
}

/** Changes prices of many products, all of them or none. @returns the products' versions by their ids */
export async function changePrices(products: PricesPatch['products']): Promise<ReadonlyMap<string, number>> {
  const { body } = await request('PATCH', '/manage/prices', { body: { products } })
  return new Map((body as PricesChanged).products.map(({ id, version }) => [id, version]))
}

import type { CatalogsAnswer } from '../../core/catalog/catalog.schema.ts'
import type { PriceGroupsAnswer } from '../../core/price-groups/price-group.schema.ts'
import { get } from './client.ts'
import type { Store } from './stores.ts'

/** A price group as products have prices in it. */
export interface ShelfGroup {
  readonly id: string
  readonly name: string
  /** ISO 4217. */
  readonly currency: string
  /** Its own rate of tax, a fraction; null where it is the product's, undefined where that is not known. */
  readonly taxRate?: number | null
}

/** What products of the shop refer to. */
export interface Shelf {
  readonly catalogs: readonly { readonly id: string; readonly name: string }[]
  /** Higher priority first, those of one currency together. */
  readonly priceGroups: readonly ShelfGroup[]
}

const MAX_ITEMS = 1000

/** Price groups and catalogs by their names in the culture. */
export async function readShelf(
  { currencies }: Pick<Store, 'currencies'>,
  cultureCode: string,
  signal?: AbortSignal,
): Promise<Shelf> {
  const byCurrency = await Promise.all(
    currencies.map(async ({ isoCode: currency }) => {
      const query = { cultureCode, currency, maxItems: MAX_ITEMS }
      const { priceGroups } = await get<PriceGroupsAnswer>('/price-groups', query, signal)
      return priceGroups.map(({ id, name }): ShelfGroup => ({ id, name, currency }))
    }),
  )
  const priceGroups = byCurrency.flat()
  return { priceGroups, catalogs: await readCatalogs(priceGroups, cultureCode, signal) }
}

/** The catalogs that something is sold from. */
async function readCatalogs(
  priceGroups: readonly ShelfGroup[],
  cultureCode: string,
  signal?: AbortSignal,
): Promise<Shelf['catalogs']> {
  const firsts = [...new Map(priceGroups.toReversed().map(({ currency, id }) => [currency, id])).values()]
  const lists = await Promise.all(
    firsts.map(async (priceGroupId) => {
      const query = { cultureCode, priceGroupId, maxItems: MAX_ITEMS }
      return (await get<CatalogsAnswer>('/catalogs', query, signal)).catalogs
    }),
  )
  return [...new Map(lists.flat().map((catalog) => [catalog.id, catalog])).values()]
}

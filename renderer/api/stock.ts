import type { ManagedProduct } from '../../core/catalog/manage/product.schema.ts'
import type {
  AdjustedStock,
  AdjustStockBody,
  StockAnswer,
  StockLevel,
  StockMovementsAnswer,
  StockQuery,
} from '../../core/stock/stock.schema.ts'
import { allOf } from './all-of.ts'
import { ApiError } from './api-error.ts'
import { get, ifSeen, post, request, writeHeaders, type ListQuery } from './client.ts'

export type { AdjustStockBody, StockLevel, StockMovement } from '../../core/stock/stock.schema.ts'

/** What somebody says of goods: they were counted, have come, or are gone. */
export type AdjustmentKind = AdjustStockBody['kind']

/** A level as somebody has seen it. */
type Seen = Pick<StockLevel, 'id' | 'version'>

/** Where programs find one, below `/api/v1`. */
export const stockPath = (id: string): string => `/stock/${encodeURIComponent(id)}`

/** What the store keeps stock of, by sku. */
export const listStock = async (query: ListQuery<StockQuery>, signal?: AbortSignal): Promise<StockAnswer> =>
  get('/stock', { ...query }, signal)

/** How many there are of its variants, in their order; what no stock is kept of is left out. */
export async function stockOfProduct(
  { sku, variants }: Pick<ManagedProduct, 'sku' | 'variants'>,
  signal?: AbortSignal,
): Promise<StockLevel[]> {
  const levels = await allOf(
    async (page) => listStock({ search: sku, ...page }, signal),
    ({ stock }) => stock,
  )
  // Something else may have its sku as a barcode.
  return levels.filter(({ id }) => variants.some((variant) => variant.id === id))
}

/**
 * How many there are of something.
 * @param cultureCode what it is named in; where not given, the store's own
 * @returns null where no stock is kept of it, also by an id that is none
 */
export async function getStockLevel(
  id: string,
  cultureCode?: string,
  signal?: AbortSignal,
): Promise<StockLevel | null> {
  try {
    return await get<StockLevel>(stockPath(id), { cultureCode }, signal)
  } catch (failure) {
    if (failure instanceof ApiError && failure.isUnknown) return null
    throw failure
  }
}

/** The number alone. @returns null where no stock is kept of it */
export const quantityInStock = async (id: string): Promise<number | null> =>
  (await getStockLevel(id))?.quantity ?? null

/** What has come and gone of something, newest first. */
export const listStockMovements = async (
  id: string,
  page: { maxItems: number; nextPagingToken?: string },
  signal?: AbortSignal,
): Promise<StockMovementsAnswer> => get(`${stockPath(id)}/movements`, { ...page }, signal)

/**
 * Counts, receives or writes off goods: all items or none.
 * @param idempotencyKey under which the same try may be repeated
 * @returns how many there are then, in the order of the items
 */
export const adjustStock = async (body: AdjustStockBody, idempotencyKey: string): Promise<StockLevel[]> =>
  (await post<AdjustedStock>('/stock/movements', body, writeHeaders({ idempotencyKey }))).stock

/** Says at how many something is to be ordered anew. @param seen where it has another version by now, nothing is done */
export const setReorderPoint = async (seen: Seen, reorderPoint: number | null): Promise<StockLevel> => {
  const options = { body: { reorderPoint }, headers: ifSeen(seen) }
  return (await request('PATCH', stockPath(seen.id), options)).body as StockLevel
}

/** Keeps stock of something no more. @param seen where it has another version by now, nothing is done */
export async function stopKeepingStock(seen: Seen): Promise<void> {
  await request('DELETE', stockPath(seen.id), { headers: ifSeen(seen) })
}

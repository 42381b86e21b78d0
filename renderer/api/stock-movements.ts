import type { AdjustedStock, AdjustStockBody, StockLevel } from '../../core/stock/stock.schema.ts'
import { ApiError } from './api-error.ts'
import { get, post, writeHeaders } from './client.ts'

export type { AdjustStockBody, StockLevel } from '../../core/stock/stock.schema.ts'

/**
 * Writes what was counted, received or written off: all of it or nothing.
 * @param idempotencyKey under which the same try may be repeated
 * @returns how many there are then, in the order of the items
 */
export const adjustStock = async (body: AdjustStockBody, idempotencyKey: string): Promise<StockLevel[]> =>
  (await post<AdjustedStock>('/stock/movements', body, writeHeaders({ idempotencyKey }))).stock

/** How many there are of something, by the id of its variant; null where no stock of it is kept. */
export async function quantityInStock(variantId: string, signal?: AbortSignal): Promise<number | null> {
  try {
    return (await get<StockLevel>(`/stock/${encodeURIComponent(variantId)}`, {}, signal)).quantity
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) return null
    throw failure
  }
}

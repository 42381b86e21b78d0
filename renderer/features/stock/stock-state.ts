import type { StockLevel } from '../../api/stock.ts'

/** How urgent a level is: nothing is left, or it is to be ordered anew; undefined where there is enough. */
export function stockStateOf({
  quantity,
  reorderPoint,
}: Pick<StockLevel, 'quantity' | 'reorderPoint'>): 'out' | 'low' | undefined {
  if (quantity <= 0) return 'out'
  return reorderPoint !== null && quantity <= reorderPoint ? 'low' : undefined
}

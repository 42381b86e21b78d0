import type { NamedStockRow } from './stock-level.repository.ts'
import type { MovementWithOrder } from './stock-movement.repository.ts'
import type { StockLevel, StockMovement } from './stock.schema.ts'

/** A level as the API answers it. */
export const viewStock = (row: NamedStockRow): StockLevel => ({
  id: row.id,
  version: row.version,
  sku: row.sku,
  variantSku: row.variantSku,
  barcode: row.barcode,
  name: row.name,
  imageUrl: row.imageUrl,
  quantity: row.quantity,
  reorderPoint: row.reorder_point,
  updatedDate: row.updated_at,
})

/** Pieces that came or went. */
export const viewMovement = (row: MovementWithOrder): StockMovement => ({
  version: row.version,
  date: row.date,
  actor: row.actor,
  kind: row.kind,
  change: row.change,
  quantity: row.quantity,
  orderId: row.order_id,
  orderNumber: row.orderNumber,
  reason: row.reason,
})

declare module '../database/schema/tables.ts' {
  interface Tables {
    stock_levels: StockLevelTable
    stock_movements: StockMovementTable
  }
}

/** How many pieces a store has of something that it sells. What has no row here, it keeps no stock of. */
export interface StockLevelTable {
  /** That of the variant. */
  id: string
  store_id: string
  version: number
  /** Pieces that can be sold: what orders have taken is off. Less than none where more was sold than was counted. */
  quantity: number
  /** At so many, or fewer, it is to be ordered anew; null where nobody has said. */
  reorder_point: number | null
  updated_at: string
}

/** Pieces that came or went, or were counted. */
export interface StockMovementTable {
  variant_id: string
  /** The version that it has made of the level. */
  version: number
  date: string
  actor: string
  kind: 'count' | 'receive' | 'write-off' | 'sale' | 'return' | 'cancel'
  /** Less than nothing where they went. */
  change: number
  /** How many there were then. */
  quantity: number
  /** The order that has taken them or given them back. */
  order_id: string | null
  reason: string | null
}

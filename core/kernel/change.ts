/** Something that others may want to know of, once it lasts. */
export interface Change {
  readonly type:
    | 'cart.changed'
    | 'order.placed'
    | 'order.changed'
    | 'record.changed'
    | 'import.changed'
    | 'export.changed'
    | 'till.changed'
    | 'gift-card.changed'
    | 'stock.changed'
  /** What `record.changed` is about, such as `price-group`. */
  readonly noun?: string | undefined
  readonly id: string
  /** Of an import or export: the number of rows that it has looked at. */
  readonly version: number
}

/** A change, with the store it belongs to. */
export interface StoreChange extends Change {
  readonly storeId: string
}

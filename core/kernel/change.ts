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
    | 'drawer.changed'
    | 'drawer.due'
    | 'drawer.failed'
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

/**
 * What a desk alone has to know, of all that serve a shop: where its drawer hangs; that it is to open, as coins and notes come or
 * go at its console, which its screens need not be told; and that it has not.
 */
export const isOfDesk = ({ type }: Change): boolean => type.startsWith('drawer.')

/** What is of the machine, and so of every store that it serves. */
export const isOfAllStores = ({ type }: Change): boolean => type === 'drawer.changed'

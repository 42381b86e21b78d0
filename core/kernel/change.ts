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
    | 'receipt-email.due'
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
 * go at its console; that it has not; and that a receipt is to be sent.
 */
export const isOfDesk = ({ type }: Change): boolean =>
  type.startsWith('drawer.') || type === 'receipt-email.due'

/** What is to be done and not to be shown: whoever looks at it is told of what has changed, too. */
export const isForNoScreen = ({ type }: Change): boolean => type.endsWith('.due')

/** What is of the machine, and so of every store that it serves. */
export const isOfAllStores = ({ type }: Change): boolean => type === 'drawer.changed'

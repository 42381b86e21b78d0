import type { Order, OrderEvent } from '../../api/orders.ts'
import type { Store } from '../../api/stores.ts'
import type { Texts } from '../../i18n/index.ts'

/** What a printed document is made of; it speaks the order's language, whoever prints it. */
export interface PrintedOrder {
  readonly order: Order
  /** What has become of it. */
  readonly events: readonly OrderEvent[]
  readonly store: Store
  readonly t: Texts['t']
}

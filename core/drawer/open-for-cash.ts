import type { StoreChange } from '../kernel/change.ts'
import type { EventBus } from '../kernel/event-bus.ts'
import type { Drawer } from './drawer.ts'

/**
 * Opens the drawer of a desk whenever coins and notes have come or gone at its console, and tells its screens where it stays
 * closed. What was booked is booked: nobody waits for it.
 */
export function openForCash(
  drawer: Drawer,
  events: EventBus<StoreChange>,
  onFailure: (error: unknown) => void,
): void {
  events.subscribe(({ id, storeId, type }) => {
    if (type !== 'drawer.due' || !drawer.settings()) return
    drawer.open().catch((error: unknown) => {
      onFailure(error)
      events.publish({ type: 'drawer.failed', id, version: 1, storeId })
    })
  })
}

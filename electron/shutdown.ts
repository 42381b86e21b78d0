import { app } from 'electron'
import type { Core } from '../core/index.ts'

/** How long requests under way may take to finish, in milliseconds. */
const GRACE = 5000

/** Holds the app's end until the core has finished its requests and closed its database. */
export function closeOnQuit(core: Core): void {
  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const overdue = setTimeout(() => app.exit(1), GRACE)
    void core.close().then(
      () => {
        clearTimeout(overdue)
        state = 'closed'
        app.quit()
      },
      () => app.exit(1),
    )
  })
}

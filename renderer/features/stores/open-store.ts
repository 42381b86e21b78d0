import { patiently } from '../../api/connection.ts'
import { startSession } from '../../api/session.ts'
import { createConsoleLink } from '../../api/stores.ts'

/**
 * Takes this window, and all windows and tabs of the browser with it, to another store.
 * @throws ApiError where it cannot be opened
 */
export async function openStore(storeId: string): Promise<void> {
  await startSession(await patiently(() => createConsoleLink(storeId)))
  window.location.hash = '#/carts'
  window.location.reload()
}

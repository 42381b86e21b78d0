import { app, BrowserWindow, dialog } from 'electron'
import { messageOf, type Log } from './log.ts'
import type { Shutdown } from './shutdown.ts'

/**
 * Ends the app in order where something fails that nothing else has caught: logged, the core closed, told in one dialog,
 * exit 1. After such a failure nobody knows what still holds, so nothing goes on. What fails while the app ends is logged only.
 * @returns the same for a failure that is known
 */
export function endOnFailure(log: Log, shutdown: Shutdown): (error: unknown) => void {
  const fail = (error: unknown): void => {
    log.error(error, 'Backcounter has failed.')
    const text = hasWindow()
      ? 'Backcounter has met an error of its own and closes. Carts and orders are safe: what was saved is on the disk.'
      : 'Backcounter could not start.'
    shutdown.end(1, () => dialog.showErrorBox(app.getName(), `${text}\n\n${messageOf(error)}`))
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  return fail
}

const hasWindow = (): boolean => BrowserWindow.getAllWindows().length > 0

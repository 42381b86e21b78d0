import type * as ownNames from './electron-double.ts'
import type { OnlyNamesOf } from './double/strict.ts'

/**
 * Stands in for the module `electron` when the built main process runs under plain Node. It is strict: what it does
 * not model throws, what Electron allows only before or after `ready` throws at the wrong time, messages are copied
 * as between processes, and a second handler for the same thing is refused. Its names are those of electron.d.ts.
 */
export { app } from './double/app.ts'
export { ipcMain } from './double/ipc.ts'
export { protocol } from './double/protocol.ts'
export { safeStorage } from './double/safe-storage.ts'
export { session } from './double/session.ts'
export { clipboard, dialog, Menu, nativeTheme, screen, shell } from './double/ui.ts'
export { BrowserWindow } from './double/window.ts'

type Double = Omit<typeof ownNames, 'namesAreReal'>
export const namesAreReal: OnlyNamesOf<typeof Electron.CrossProcessExports, Double> = true

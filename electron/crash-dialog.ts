import { app, dialog } from 'electron'
import type { Attempt } from './attempt.ts'

type Reopen = (window: Electron.BrowserWindow) => Promise<void>

/** Offers to go on when the page's process has died: the shop itself lives in this one and is untouched. */
export function offerReopenAfterCrash(
  window: Electron.BrowserWindow,
  reopen: Reopen,
  attempt: Attempt,
): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    attempt('The console was not opened again.', async () =>
      offerReopen(window, 'The console stopped unexpectedly.', reopen),
    )
  })
}

/**
 * Asks whether to load the console anew or to quit.
 * @param message what has happened to it
 */
export async function offerReopen(
  window: Electron.BrowserWindow,
  message: string,
  reopen: Reopen,
): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: app.getName(),
    message,
    detail: 'Carts and orders are safe. Reopen the console to go on.',
    buttons: ['Reopen', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  if (response === 0) await reopen(window)
  else app.quit()
}

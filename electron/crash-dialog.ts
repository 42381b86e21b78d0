import { app, dialog } from 'electron'

/** Offers to go on when the page's process has died: the shop itself lives in this one and is untouched. */
export function offerReopenAfterCrash(
  window: Electron.BrowserWindow,
  reopen: (window: Electron.BrowserWindow) => Promise<void>,
): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') void ask(window, reopen)
  })
}

async function ask(
  window: Electron.BrowserWindow,
  reopen: (window: Electron.BrowserWindow) => Promise<void>,
): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: app.getName(),
    message: 'The console stopped unexpectedly.',
    detail: 'Carts and orders are safe. Reopen the console to go on.',
    buttons: ['Reopen', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  if (response === 0) await reopen(window)
  else app.quit()
}

import { app, clipboard, dialog, shell } from 'electron'

/** Tells where other programs on this computer reach the shop. */
export async function showLocalApi(
  window: Electron.BrowserWindow,
  origin: string | undefined,
): Promise<void> {
  const about = { type: 'info', title: app.getName(), noLink: true } as const
  if (origin === undefined) {
    await dialog.showMessageBox(window, {
      ...about,
      message: 'The local API is off.',
      detail: 'Its port was taken when Backcounter started. Free the port and start Backcounter again.',
    })
    return
  }
  const { response } = await dialog.showMessageBox(window, {
    ...about,
    message: `${origin}/api/v1`,
    detail: 'Programs on this computer reach the shop at this address. Other computers cannot.',
    buttons: ['Close', 'Copy Address', 'Open Description'],
    defaultId: 0,
    cancelId: 0,
  })
  if (response === 1) await clipboard.writeText(`${origin}/api/v1`)
  if (response === 2) await shell.openExternal(`${origin}/api/v1/docs`)
}

/** How long the console may take to draw itself, in milliseconds. */
const PATIENCE = 15_000

/**
 * Waits for the window's first page.
 * @param load loads it
 * @param drawn resolves when the page says that it has drawn itself: one that loads may still stay blank
 * @throws with why the console is not in the window, in words that follow "because"
 */
export async function firstPage(
  { webContents }: Electron.BrowserWindow,
  load: () => Promise<void>,
  drawn: Promise<unknown>,
): Promise<void> {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  const fail = (reason: string): void => reject(new Error(reason))
  webContents.once('render-process-gone', (_event, { reason }) => fail(`its page ended (${reason})`))
  webContents.once('preload-error', () => fail('its preload failed'))
  const timer = setTimeout(() => fail(`it stayed blank for ${PATIENCE / 1000} seconds`), PATIENCE)
  await Promise.race([load().then(async () => drawn), failed]).finally(() => clearTimeout(timer))
}

import { join } from 'node:path'
import { app, BrowserWindow, shell } from 'electron'
import { makeDataDir } from '../core/database/data-dir.ts'
import { registerConsoleScheme, serveConsoleScheme } from './app-protocol.ts'
import { createAttempt } from './attempt.ts'
import { answerBridge, sendCommand } from './bridge.ts'
import { openCoreHost } from './core-host.ts'
import { offerReopen, offerReopenAfterCrash } from './crash-dialog.ts'
import { followLinks } from './deep-links.ts'
import { endOnFailure } from './failures.ts'
import { firstPage } from './first-page.ts'
import { launchOptions } from './launch-options.ts'
import { showLocalApi } from './local-api-dialog.ts'
import { createLog, messageOf } from './log.ts'
import { setApplicationMenu } from './menu.ts'
import { isCustomerDisplay } from './customer-display.ts'
import { guardNavigation } from './navigation-guard.ts'
import { findKeeper } from './secret-keeper.ts'
import { createShutdown } from './shutdown.ts'
import { connectToStarter, STARTER_VARIABLE } from './starter-link.ts'
import { startupDialogs } from './startup-dialogs.ts'
import { createWindow, focusWindow, loadConsole } from './window.ts'

const log = createLog()
const shutdown = createShutdown(log)
const attempt = createAttempt(log)

main().catch(endOnFailure(log, shutdown))

async function main(): Promise<void> {
  // Up to the first `await` this runs before Electron is ready, as it must.
  const options = launchOptions(process.argv.slice(1), process.env)
  const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
  const starter = connectToStarter(process.env[STARTER_VARIABLE], () => app.quit())
  registerConsoleScheme()
  useDataDir(options.dataDir)
  log.keepIn(options.dataDir)

  if (!app.requestSingleInstanceLock()) {
    await starter.tell({ state: 'already-open' })
    app.quit()
    return
  }
  const links = followLinks(() => withWindow(focusWindow))
  await app.whenReady()

  await starter.tell({ state: 'opening' })
  const consoleDir = devServer === undefined ? join(import.meta.dirname, '../renderer') : undefined
  const host = await openCoreHost(
    { ...options, consoleDir, keeper: await findKeeper(), shutdown },
    startupDialogs(() => void starter.tell({ state: 'asking' })),
  )
  if (!host) {
    app.quit()
    return
  }
  const { core, origin } = host

  serveConsoleScheme(core, devServer)
  guardNavigation({ apiOrigin: origin, devServer, attempt })
  const reopen = async (window: Electron.BrowserWindow): Promise<void> =>
    loadConsole(window, await core.consolePath())
  const drawn = Promise.withResolvers<undefined>()
  answerBridge({
    reopen: async (window) => {
      const { hash } = new URL(window.webContents.getURL())
      await loadConsole(window, (await core.consolePath()) + hash)
    },
    drawn: () => {
      drawn.resolve(undefined)
      links.begin((page) => withWindow((window) => sendCommand(window, { open: page })))
    },
  })
  setApplicationMenu({
    command: (command) => withWindow((window) => sendCommand(window, command)),
    print: () =>
      attempt('The page could not be printed.', () => withWindow((window) => window.webContents.print())),
    showLocalApi: () =>
      attempt('The local API could not be shown.', () =>
        withWindow(async (window) => showLocalApi(window, origin)),
      ),
    showData: () => attempt('The data folder could not be opened.', async () => showFolder(options.dataDir)),
  })

  const window = createWindow()
  window.on('session-end', () => shutdown.end(0))
  await starter.tell({ state: 'showing' })
  try {
    // Vite may take its time, and whoever edits the console sees it blank.
    const isDrawn = devServer === undefined ? drawn.promise : Promise.resolve()
    await firstPage(window, async () => reopen(window), isDrawn)
  } catch (error) {
    if (shutdown.hasBegun()) return
    log.error(error, 'The window cannot show the console:')
    // The starter goes on in the browser, with a core of its own.
    if (starter.isThere) {
      await starter.tell({ state: 'failed', reason: messageOf(error) })
      shutdown.end(1)
      return
    }
    attempt('The console was not opened again.', async () =>
      offerReopen(window, 'The console does not appear.', reopen),
    )
  }
  if (!window.isDestroyed() && !window.isVisible()) window.show()
  offerReopenAfterCrash(window, reopen, attempt)
  await starter.tell({ state: 'ready', origin })
}

/** Makes the data folder the app's own: the lock of a single instance and the browser's files are kept there too. */
function useDataDir(dataDir: string): void {
  const browserDir = join(dataDir, 'browser')
  try {
    makeDataDir(browserDir)
  } catch {
    // The core meets the same obstacle and its dialog names it.
    return
  }
  app.setPath('userData', dataDir)
  app.setPath('sessionData', browserDir)
}

/** With the console's, which may have a customer display beside it. */
function withWindow<T>(action: (window: Electron.BrowserWindow) => T): T | undefined {
  const window = BrowserWindow.getAllWindows().find(
    ({ webContents }) => !isCustomerDisplay(webContents.getURL()),
  )
  return window && action(window)
}

/** @throws with the system's own words where it has nothing that shows folders */
async function showFolder(path: string): Promise<void> {
  const failure = await shell.openPath(path)
  if (failure !== '') throw new Error(failure)
}

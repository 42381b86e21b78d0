import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, shell } from 'electron'
import { registerConsoleScheme, serveConsoleScheme } from './app-protocol.ts'
import { answerBridge, sendCommand } from './bridge.ts'
import { openCoreHost } from './core-host.ts'
import { offerReopenAfterCrash } from './crash-dialog.ts'
import { launchOptions } from './launch-options.ts'
import { showLocalApi } from './local-api-dialog.ts'
import { setApplicationMenu } from './menu.ts'
import { guardNavigation } from './navigation-guard.ts'
import { findKeeper } from './secret-keeper.ts'
import { closeOnQuit } from './shutdown.ts'
import { connectToStarter, STARTER_VARIABLE } from './starter-link.ts'
import { startupDialogs } from './startup-dialogs.ts'
import { createWindow, focusWindow, loadConsole } from './window.ts'

main().catch(fail)

async function main(): Promise<void> {
  // Up to the first `await` this runs before Electron is ready, as it must.
  const options = launchOptions(process.argv.slice(1), process.env)
  const devServer = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
  const starter = connectToStarter(process.env[STARTER_VARIABLE], () => app.quit())
  registerConsoleScheme()
  useDataDir(options.dataDir)

  if (!app.requestSingleInstanceLock()) {
    await starter.tell({ state: 'already-open' })
    app.quit()
    return
  }
  app.on('second-instance', () => withWindow(focusWindow))
  await app.whenReady()

  const consoleDir = devServer === undefined ? join(import.meta.dirname, '../renderer') : undefined
  const host = await openCoreHost(
    { dataDir: options.dataDir, port: options.port, consoleDir, keeper: await findKeeper() },
    startupDialogs(() => void starter.tell({ state: 'asking' })),
  )
  if (!host) {
    app.quit()
    return
  }
  const { core, origin } = host

  closeOnQuit(core)
  serveConsoleScheme(core, devServer)
  guardNavigation({ apiOrigin: origin, devServer })
  const reopen = async (window: Electron.BrowserWindow): Promise<void> =>
    loadConsole(window, await core.consolePath())
  answerBridge(async (window) => {
    const { hash } = new URL(window.webContents.getURL())
    await loadConsole(window, (await core.consolePath()) + hash)
  })
  setApplicationMenu({
    command: (command) => withWindow((window) => sendCommand(window, command)),
    print: () => withWindow((window) => window.webContents.print()),
    showLocalApi: () => withWindow((window) => void showLocalApi(window, origin)),
    showData: () => void shell.openPath(options.dataDir),
  })

  const window = createWindow()
  offerReopenAfterCrash(window, reopen)
  await reopen(window)
  await starter.tell({ state: 'ready', origin })
}

/** Makes the data folder the app's own: the lock of a single instance and the browser's files are kept there too. */
function useDataDir(dataDir: string): void {
  const browserDir = join(dataDir, 'browser')
  try {
    mkdirSync(browserDir, { recursive: true, mode: 0o700 })
  } catch {
    // The core meets the same obstacle and its dialog names it.
    return
  }
  app.setPath('userData', dataDir)
  app.setPath('sessionData', browserDir)
}

function withWindow(action: (window: Electron.BrowserWindow) => void): void {
  const [window] = BrowserWindow.getAllWindows()
  if (window) action(window)
}

function fail(error: unknown): void {
  dialog.showErrorBox(app.getName(), `Backcounter could not start.\n\n${String(error)}`)
  app.exit(1)
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import { consoleAddress } from './console-address.ts'
import { GROUND } from './ground.ts'
import { MIN_SIZE, placeWindow, type Bounds, type WindowState } from './window-state.ts'

/** Makes the console's window where it was closed last; it shows itself once its page is drawn. */
export function createWindow(): Electron.BrowserWindow {
  const { bounds, maximized } = placeWindow(readState(), workAreas())
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title: app.getName(),
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // Its dictionaries would be fetched from elsewhere.
      spellcheck: false,
    },
  })
  if (maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  const keepPlace = (): void =>
    saveState({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  window.on('close', keepPlace)
  // Windows ends its session without closing windows first.
  window.on('session-end', keepPlace)
  return window
}

/**
 * Loads the console into its window.
 * @param path the console's path from the core, with its one-time code
 * @throws with Chromium's name of what went wrong, without the address: its code is nobody's to read
 */
export async function loadConsole(window: Electron.BrowserWindow, path: string): Promise<void> {
  try {
    await window.loadURL(consoleAddress(path))
  } catch (error) {
    // A window that was closed in the meantime needs no page.
    if (window.isDestroyed()) return
    const { code = 'it did not load' } = error as { code?: string }
    throw new Error(`its page did not load (${code})`)
  }
}

/** Brings the window in front of everything else, from wherever it is. */
export function focusWindow(window: Electron.BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function workAreas(): [Bounds, ...Bounds[]] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id)
  return [primary.workArea, ...others.map((display) => display.workArea)]
}

const stateFile = (): string => join(app.getPath('userData'), 'window-state.json')

function readState(): unknown {
  try {
    return JSON.parse(readFileSync(stateFile(), 'utf8'))
  } catch {
    // The first run, or a file that cannot be read: the window opens where a new one would.
    return undefined
  }
}

function saveState(state: WindowState): void {
  try {
    writeFileSync(stateFile(), JSON.stringify(state), { mode: 0o600 })
  } catch {
    // A place that cannot be kept is no reason to hold up closing.
  }
}

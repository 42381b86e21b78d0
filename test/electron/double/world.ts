import type { Bounds } from '../../../electron/window-state.ts'

/** The machine around the app, as a test wants it. */
export interface World {
  /** Another instance holds the lock of this data folder. */
  readonly isLocked: boolean
  readonly isDark: boolean
  readonly isPackaged: boolean
  /** The system's key store: it works, it waits for a person, it fails, or it is Linux's stand-in for none. */
  readonly keyStore: 'basic_text' | 'locked' | 'missing' | 'works'
  /** Whose key store it is; another user or machine has other keys. */
  readonly keyStoreUser: string
  /**
   * What becomes of the page that the window loads: it draws itself and says so, stays blank, dies, does not load, has a
   * preload that fails, or is a real Chromium's, which speaks for itself.
   */
  readonly page: 'blank' | 'dies' | 'draws' | 'elsewhere' | 'unreachable' | 'without-preload'
  /** Whether the system's blocking dialogs can be shown. */
  readonly isDialogBroken: boolean
  /** Whether the system has a program for links and folders. */
  readonly hasOpener: boolean
  /** Work areas of the screens, the primary one first. */
  readonly screens: readonly Bounds[]
}

const ordinaryWorld: World = {
  isLocked: false,
  isDark: false,
  isPackaged: false,
  keyStore: 'works',
  keyStoreUser: 'clerk at this machine',
  page: 'draws',
  isDialogBroken: false,
  hasOpener: true,
  screens: [{ x: 0, y: 0, width: 1920, height: 1040 }],
}

/** The environment variable that names the folder, or the packed archive, of the app to run, where it is not the project's. */
export const APP_VARIABLE = 'ELECTRON_DOUBLE_APP'
/** The environment variable that names the folder where that archive is extracted. */
export const EXTRACTED_VARIABLE = 'ELECTRON_DOUBLE_EXTRACTED'

/** The environment variable that carries the world to the child process. */
export const WORLD_VARIABLE = 'ELECTRON_DOUBLE_WORLD'

export const world: World = {
  ...ordinaryWorld,
  ...(JSON.parse(process.env[WORLD_VARIABLE] ?? '{}') as Partial<World>),
}

/** What the app did to that machine. */
export const traces = {
  opened: [] as string[],
  shownFiles: [] as string[],
  printed: [] as unknown[],
  copied: [] as string[],
  protocolClients: [] as string[],
  sent: [] as { channel: string; args: unknown[] }[],
}

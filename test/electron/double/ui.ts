import type { MenuItemConstructorOptions, MessageBoxOptions, SaveDialogOptions } from 'electron'
import { afterReady, strict, type Modelled } from './strict.ts'
import { traces, world } from './world.ts'

/** A dialog that waits for somebody to answer it. */
export interface OpenDialog {
  readonly options: MessageBoxOptions | SaveDialogOptions
  readonly answer: (result: unknown) => void
}

export const dialogs: OpenDialog[] = []

const ask = (name: string, args: unknown[]): Promise<unknown> => {
  afterReady(name)
  // The window it belongs to comes first, where there is one.
  const { signal, ...rest } = args.at(-1) as MessageBoxOptions
  const options = structuredClone(rest) as OpenDialog['options']
  return new Promise((resolve) => {
    const open = { options, answer: resolve }
    dialogs.push(open)
    // As though it were cancelled by the person.
    signal?.addEventListener('abort', () => {
      const index = dialogs.indexOf(open)
      if (index >= 0) dialogs.splice(index, 1)
      resolve({ response: rest.cancelId ?? 0, checkboxChecked: false })
    })
  })
}

export const dialog = strict('dialog', {
  showMessageBox: (...args: unknown[]) => ask('dialog.showMessageBox', args),
  showErrorBox: (title: string, content: string) => {
    process.send?.({ event: 'error-box', message: `${title}: ${content}` })
    if (world.isDialogBroken) throw new Error('The system shows no dialog')
    process.stderr.write(`${title}: ${content}\n`)
  },
} satisfies Modelled<Electron.Dialog>)

const ROLES = new Set([
  'about',
  'appMenu',
  'close',
  'editMenu',
  'help',
  'quit',
  'reload',
  'resetZoom',
  'toggleDevTools',
  'togglefullscreen',
  'windowMenu',
  'zoomIn',
  'zoomOut',
])

export let applicationMenu: MenuItemConstructorOptions[] = []

export const Menu = strict('Menu', {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => {
    afterReady('Menu.buildFromTemplate')
    checkItems(template)
    return template
  },
  setApplicationMenu: (menu: Electron.Menu) => {
    afterReady('Menu.setApplicationMenu')
    applicationMenu = menu as unknown as MenuItemConstructorOptions[]
  },
} satisfies Modelled<typeof Electron.Menu>)

function checkItems(items: MenuItemConstructorOptions[]): void {
  for (const { role, label, type, submenu } of items) {
    if (role !== undefined && !ROLES.has(role))
      throw new Error(`The double of electron does not model the role ${role}`)
    if (role === undefined && label === undefined && type !== 'separator')
      throw new Error('A menu item has no label')
    if (Array.isArray(submenu)) checkItems(submenu)
  }
}

export const shell = strict('shell', {
  openExternal: async (url: string) => {
    if (!world.hasOpener) throw new Error('Failed to open: no application')
    return Promise.resolve(void traces.opened.push(url))
  },
  openPath: async (path: string) => {
    if (!world.hasOpener) return Promise.resolve('Failed to open path')
    traces.shownFiles.push(path)
    return Promise.resolve('')
  },
  showItemInFolder: (path: string) => void traces.shownFiles.push(path),
} satisfies Modelled<Electron.Shell>)

export const clipboard = strict('clipboard', {
  writeText: async (text: string) => Promise.resolve(void traces.copied.push(text)),
} satisfies Modelled<Electron.Clipboard>)

export const nativeTheme = strict('nativeTheme', {
  get shouldUseDarkColors() {
    return world.isDark
  },
} satisfies Modelled<Electron.NativeTheme>)

const displays = world.screens.map((workArea, id) => ({ id, workArea }) as unknown as Electron.Display)

export const screen = strict('screen', {
  getPrimaryDisplay: () => {
    afterReady('screen.getPrimaryDisplay')
    return displays[0]
  },
  getAllDisplays: () => {
    afterReady('screen.getAllDisplays')
    return displays
  },
} satisfies Modelled<Electron.Screen>)

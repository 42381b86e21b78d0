import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { DesktopCommand } from './desktop-api.ts'

export interface MenuActions {
  readonly command: (command: DesktopCommand) => void
  readonly print: () => void
  readonly showLocalApi: () => void
  readonly showData: () => void
}

/** The application menu; what is not the system's own acts through `actions`. */
export function setApplicationMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, process.platform === 'darwin')))
}

function menuTemplate(actions: MenuActions, isMac: boolean): MenuItemConstructorOptions[] {
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&Order',
      submenu: [
        { label: '&New Order', accelerator: 'CmdOrCtrl+N', click: () => actions.command('new-order') },
        {
          label: '&Search Orders',
          accelerator: 'CmdOrCtrl+Shift+F',
          click: () => actions.command('search-orders'),
        },
        { type: 'separator' },
        { label: '&Print…', accelerator: 'CmdOrCtrl+P', click: () => actions.print() },
        { type: 'separator' },
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        { type: 'separator' },
        { role: 'reload' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: '&Local API…', click: () => actions.showLocalApi() },
        { label: 'Show &Data Folder', click: () => actions.showData() },
        ...(isMac ? [] : [{ type: 'separator' } as const, { role: 'about' } as const]),
      ],
    },
  ]
}

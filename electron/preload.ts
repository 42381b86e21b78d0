import { contextBridge, ipcRenderer } from 'electron'
import { channels } from './channels.ts'
import type { DesktopApi, DesktopCommand, Printer } from './desktop-api.ts'

const desktop: DesktopApi = {
  print: (options) => ipcRenderer.invoke(channels.print, options) as Promise<boolean>,
  printers: () => ipcRenderer.invoke(channels.printers) as Promise<readonly Printer[]>,
  reopen: () => ipcRenderer.invoke(channels.reopen) as Promise<void>,
  drawn: () => ipcRenderer.invoke(channels.drawn) as Promise<void>,
  onCommand: (listener) => {
    // The event itself stays here: it would hand the page a way to send anything.
    const forward = (_event: unknown, command: DesktopCommand): void => listener(command)
    ipcRenderer.on(channels.command, forward)
    return () => void ipcRenderer.off(channels.command, forward)
  },
}

contextBridge.exposeInMainWorld('desktop', Object.freeze(desktop))

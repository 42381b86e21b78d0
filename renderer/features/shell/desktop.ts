import type { DesktopApi, DesktopCommand } from '../../../electron/desktop-api.ts'
import { nextTick, onUnmounted } from 'vue'
import type { Router } from 'vue-router'

/** What the desktop window adds; undefined in a browser. */
export function desktopApi(): DesktopApi | undefined {
  return window.desktop
}

/** Tells the desktop that the console stands: its start waits for that. */
export async function sayDrawn(): Promise<void> {
  await nextTick()
  await desktopApi()?.drawn()
}

/** Opens the pages that links from outside lead to, as long as the console is there. */
export function followLinks(router: Router): void {
  desktopApi()?.onCommand((command) => {
    if (typeof command === 'object') void router.push(command.open)
  })
}

/** Answers the desktop's application menu while the component is on the page. */
export function useDesktopCommands(commands: Record<Extract<DesktopCommand, string>, () => void>): void {
  const stop = desktopApi()?.onCommand((command) => {
    if (typeof command === 'string') commands[command]()
  })
  if (stop) onUnmounted(stop)
}

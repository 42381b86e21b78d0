import type { DesktopApi, DesktopCommand } from '../../../electron/desktop-api.ts'
import { nextTick, onUnmounted } from 'vue'

/** What the desktop window adds; undefined in a browser. */
export function desktopApi(): DesktopApi | undefined {
  return window.desktop
}

/** Tells the desktop that the console stands: its start waits for that. */
export async function sayDrawn(): Promise<void> {
  await nextTick()
  await desktopApi()?.drawn()
}

/** Answers the desktop's application menu while the component is on the page. */
export function useDesktopCommands(commands: Record<DesktopCommand, () => void>): void {
  const stop = desktopApi()?.onCommand((command) => commands[command]())
  if (stop) onUnmounted(stop)
}

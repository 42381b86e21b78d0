import { strict, type Modelled } from './strict.ts'
import type { WebContentsDouble } from './web-contents.ts'

type Handler = (event: object, ...args: unknown[]) => unknown

const handlers = new Map<string, Handler>()

export const ipcMain = strict('ipcMain', {
  handle: (channel: string, handler: Handler) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
} satisfies Modelled<Electron.IpcMain>)

/** `ipcRenderer.invoke` of a frame: what passes is copied both ways, as between processes. */
export async function invoke(
  contents: WebContentsDouble,
  frame: 'main' | 'inner' | 'none',
  channel: string,
  args: unknown[],
): Promise<unknown> {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  const senderFrame = frame === 'none' ? null : contents.frames[frame]
  const event = strict('IpcMainInvokeEvent', { sender: contents.api, senderFrame })
  return structuredClone(await handler(event, ...structuredClone(args)))
}

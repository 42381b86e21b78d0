import type { ContextBridge, IpcRenderer } from 'electron'
import type { Modelled } from './double/strict.ts'

type Listener = (event: object, ...args: unknown[]) => void

/**
 * Runs a built preload in a page as Electron's sandbox does: a CommonJS module that may require `electron` and has
 * nothing else of Node. Sent to the browser as text, so it uses nothing from outside itself.
 */
export function runPreload(source: string): void {
  const page = window as unknown as Record<string, unknown> & {
    invoke: (channel: string, args: unknown[]) => Promise<unknown>
  }
  const listeners = new Map<string, Set<Listener>>()
  const listenersOf = (channel: string): Set<Listener> => {
    const set = listeners.get(channel) ?? new Set()
    listeners.set(channel, set)
    return set
  }
  page['deliver'] = ({ channel, args }: { channel: string; args: unknown[] }) => {
    for (const listener of [...listenersOf(channel)]) listener({}, ...args)
  }
  const contextBridge = {
    exposeInMainWorld: (name: string, api: object) => {
      if (name in page) throw new Error(`Cannot bind an API on top of the existing property ${name}`)
      // The bridge copies what it exposes and freezes the copy.
      Object.defineProperty(page, name, { value: Object.freeze({ ...api }) })
    },
  } satisfies Modelled<ContextBridge>
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => page.invoke(channel, structuredClone(args)),
    on: (channel: string, listener: Listener) => void listenersOf(channel).add(listener),
    off: (channel: string, listener: Listener) => void listenersOf(channel).delete(listener),
  } satisfies Modelled<IpcRenderer>
  const refuse = (name: string) => (_target: object, key: string | symbol) => {
    throw new Error(`${name}.${String(key)} is not modelled`)
  }
  const strict = <T extends object>(name: string, double: T): T =>
    new Proxy(double, {
      get: (target, key) => (key in target ? (target[key as keyof T] as unknown) : refuse(name)(target, key)),
    })
  const electron = strict('electron', {
    contextBridge: strict('contextBridge', contextBridge),
    ipcRenderer: strict('ipcRenderer', ipcRenderer),
  })
  const require = (name: string): object => {
    if (name !== 'electron') throw new Error(`A sandboxed preload cannot require ${name}`)
    return electron
  }
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- this is the module loader
  const module = new Function('require', 'module', 'exports', 'process', 'Buffer', 'global', source) as (
    ...scope: unknown[]
  ) => void
  module(require, { exports: {} }, {}, undefined, undefined, undefined)
}

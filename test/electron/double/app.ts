import { existsSync } from 'node:fs'
import { StrictEmitter } from './emitter.ts'
import { beforeReady, becomeReady, preventable, strict, type Modelled } from './strict.ts'
import { closeAllWindows, windowEvents } from './window.ts'
import { traces, world } from './world.ts'

const events = new StrictEmitter('app', [
  'open-url',
  'second-instance',
  'web-contents-created',
  'will-quit',
  'window-all-closed',
])
const paths = new Map<string, string>()
const whenReady = Promise.withResolvers<undefined>()
let lockAsked = false

const app = strict('app', {
  get isPackaged() {
    return world.isPackaged
  },
  getName: () => 'Backcounter',
  getPath: (name: string) => {
    const path = paths.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path: the test has not set it`)
    return path
  },
  setPath: (name: string, path: string) => {
    beforeReady(`app.setPath('${name}')`)
    if (lockAsked && name === 'userData') throw new Error('userData must be set before the lock is asked for')
    if (!existsSync(path)) throw new Error(`Path '${path}' does not exist`)
    paths.set(name, path)
  },
  setAsDefaultProtocolClient: (scheme: string) => {
    traces.protocolClients.push(scheme)
    return true
  },
  requestSingleInstanceLock: () => {
    lockAsked = true
    return !world.isLocked
  },
  whenReady: () => whenReady.promise,
  on: events.on,
  quit,
  exit: (code = 0) => {
    closeAllWindows('force')
    process.exit(code)
  },
} satisfies Modelled<Electron.App>)

let isQuitting = false

function quit(): void {
  if (!isQuitting && !closeAllWindows('ask')) return
  isQuitting = true
  const event = preventable({})
  events.emit('will-quit', event)
  if (event.defaultPrevented) isQuitting = false
  else process.exit(0)
}

windowEvents.on('contents-created', (contents) => events.emit('web-contents-created', {}, contents))
// Electron quits by itself when the last window closes and nobody listens.
windowEvents.on('all-closed', () => {
  if (!events.emit('window-all-closed')) quit()
})

const secondInstance = (args: readonly string[] = []): boolean =>
  events.emit('second-instance', {}, args, '/')

/** As macOS tells of a link. @returns whether the app has taken it */
function openUrl(url: string): boolean {
  const event = preventable({})
  events.emit('open-url', event, url)
  return event.defaultPrevented
}

/** The entry module has been evaluated: from here on the app is ready. */
function start(): void {
  // Electron turns these into an orderly quit.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, quit)
  becomeReady()
  whenReady.resolve(undefined)
}

export { app, openUrl, secondInstance, start }

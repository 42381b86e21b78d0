import { existsSync } from 'node:fs'
import { StrictEmitter } from './emitter.ts'
import { beforeReady, becomeReady, preventable, strict, type Modelled } from './strict.ts'
import { closeAllWindows, windowEvents } from './window.ts'
import { world } from './world.ts'

const events = new StrictEmitter('app', [
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

const secondInstance = (): boolean => events.emit('second-instance', {}, [], '/')

/** The entry module has been evaluated: from here on the app is ready. */
function start(): void {
  // Electron turns these into an orderly quit.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, quit)
  becomeReady()
  whenReady.resolve(undefined)
}

export { app, secondInstance, start }

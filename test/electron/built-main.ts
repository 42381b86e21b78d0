import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { STARTER_VARIABLE, type StarterMessage } from '../../electron/starter-link.ts'
import { openStarterSocket } from '../../electron/start/starter-socket.ts'
import { environment } from '../support/main.ts'
import type { Controls } from './double/controls.ts'
import type { Call, Reply } from './double/run.ts'
import { APP_VARIABLE, EXTRACTED_VARIABLE, WORLD_VARIABLE, type World } from './double/world.ts'

export interface BuiltMainOptions {
  readonly dataDir?: string
  readonly port?: number
  /** What else stands on its command line, as the system adds a link. */
  readonly args?: readonly string[]
  readonly world?: Partial<World>
  readonly env?: NodeJS.ProcessEnv
  /** The packed app to run in the place of the project's build, and the folder where it is extracted. */
  readonly archive?: { readonly file: string; readonly extracted: string }
  /** Whether `npm start` started it; otherwise a person did, as an installed app. */
  readonly hasStarter?: boolean
  /** Fills the data folder before the app opens it. */
  readonly prepare?: (dataDir: string) => Promise<void>
}

/** The built main process, running under Node with the double of `electron`. */
export interface BuiltMain {
  readonly dataDir: string
  readonly pid: number
  /** Calls one of the double's controls in that process. */
  call<K extends keyof Controls>(
    name: K,
    ...args: Parameters<Controls[K]>
  ): Promise<Awaited<ReturnType<Controls[K]>>>
  /** What it tells its starter of this state, when it does or did. */
  told<S extends StarterMessage['state']>(state: S): Promise<Extract<StarterMessage, { state: S }>>
  /** Waits for the window to show the console. @returns where the local API answers */
  ready(): Promise<string | undefined>
  /** Waits for a dialog. */
  dialog(): Promise<NonNullable<ReturnType<Controls['dialog']>>>
  /** The blocking dialogs that it has shown so far; they outlive it. */
  readonly errorBoxes: readonly string[]
  onSent(listener: (message: { channel: string; args: unknown[] }) => void): void
  /** Cuts the link to the starter, as when `npm start` dies. */
  cutStarter(): void
  readonly ended: Promise<number | NodeJS.Signals | null>
  /** Ends the process where it still runs and removes what it has written. */
  [Symbol.asyncDispose](): Promise<void>
}

const ARCHIVE = new URL('./double/archive.ts', import.meta.url).href
const RUN = fileURLToPath(new URL('./double/run.ts', import.meta.url))

export async function startBuiltMain(options: BuiltMainOptions = {}): Promise<BuiltMain> {
  const ownDir =
    options.dataDir === undefined ? mkdtempSync(join(tmpdir(), 'backcounter-electron-')) : undefined
  const dataDir = options.dataDir ?? ownDir ?? ''
  await options.prepare?.(dataDir)
  const starter = await openStarterSocket()
  const child = fork(RUN, [`--data=${dataDir}`, `--port=${options.port ?? 0}`, ...(options.args ?? [])], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [
      // Electron only warns of a rejection that nobody handles.
      '--unhandled-rejections=warn',
      // Threads of the process inherit what is imported before everything else.
      ...(options.archive ? ['--import', ARCHIVE] : []),
    ],
    env: {
      ...environment,
      [STARTER_VARIABLE]: options.hasStarter === false ? undefined : starter.address,
      [WORLD_VARIABLE]: JSON.stringify(options.world ?? {}),
      ...(options.archive && {
        [APP_VARIABLE]: options.archive.file,
        [EXTRACTED_VARIABLE]: options.archive.extracted,
      }),
      ...options.env,
    },
  })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  const call = callerOf(child, ended)
  const errorBoxes: string[] = []
  child.on('message', ({ event, message }: { event?: string; message?: string }) => {
    if (event === 'error-box') errorBoxes.push(String(message))
  })
  const told: BuiltMain['told'] = (state) =>
    new Promise((resolve, reject) => {
      starter.onMessage((message) => {
        if (message.state === state) resolve(message as Extract<StarterMessage, { state: typeof state }>)
      })
      void ended.then((code) => reject(new Error(`The main process ended with ${String(code)}`)))
    })

  return {
    dataDir,
    pid: child.pid ?? 0,
    call,
    told,
    ready: async () => (await told('ready')).origin,
    errorBoxes,
    dialog: async () => {
      for (;;) {
        const dialog = await call('dialog')
        if (dialog) return dialog
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    onSent: (listener) =>
      void child.on(
        'message',
        (message: { event?: string; message: { channel: string; args: unknown[] } }) => {
          if (message.event === 'sent') listener(message.message)
        },
      ),
    cutStarter: () => starter.close(),
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
      starter.close()
      if (ownDir !== undefined) rmSync(ownDir, { recursive: true, force: true })
    },
  }
}

function callerOf(child: ChildProcess, ended: Promise<unknown>): BuiltMain['call'] {
  let lastId = 0
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', ({ id, value, error }: Reply) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(value)
    else call?.reject(new Error(error))
  })
  void ended.then(() => {
    for (const call of waiting.values()) call.reject(new Error('The main process has ended'))
  })
  return async (name, ...args) => {
    const id = ++lastId
    const call = Promise.withResolvers<unknown>()
    waiting.set(id, call)
    child.send({ id, name, args } satisfies Call)
    return (await call.promise) as never
  }
}

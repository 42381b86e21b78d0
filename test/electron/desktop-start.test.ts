import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openCoreIn } from '../support/open-core.ts'
import { runDesktop, type DesktopTimes } from '../../electron/start/desktop.ts'
import type { StartContext } from '../../electron/start/start-context.ts'
import { temporaryDir } from '../support/core.ts'
import { WORLD_VARIABLE, type World } from './double/world.ts'

/** `npm start` where Electron and a display exist: here a program that behaves like Electron and a bare socket. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const run = fileURLToPath(new URL('./double/run.ts', import.meta.url))
/** Runs the built main process with the double of `electron`. */
const ordinary = `exec "${process.execPath}" "${run}" "$@"`

async function startDesktop(
  script: string,
  options: { env?: NodeJS.ProcessEnv; isRoot?: boolean; times?: DesktopTimes } = {},
) {
  const dir = await temporaryDir()
  const executable = join(dir, 'electron')
  writeFileSync(
    executable,
    `#!/bin/sh\nif [ "$ELECTRON_RUN_AS_NODE" = 1 ]; then echo 45.4.1; exit; fi\n${script}\n`,
  )
  chmodSync(executable, 0o755)
  const display = createServer()
  await new Promise<void>((resolve) => display.listen(join(dir, 'wayland-0'), resolve))
  onTestFinished(() => void display.close())

  const said: string[] = []
  const stop = new AbortController()
  const context: StartContext = {
    root,
    dataDir: join(dir, 'data'),
    database: undefined,
    port: 0,
    isRoot: options.isRoot ?? false,
    say: (line) => said.push(line),
    stop: stop.signal,
    env: {
      ...process.env,
      ELECTRON_EXEC_PATH: executable,
      WAYLAND_DISPLAY: join(dir, 'wayland-0'),
      ...options.env,
    },
  }
  return { dir, said, stop, dataDir: context.dataDir, ended: runDesktop(context, options.times) }
}

test('the window runs until the command is told to stop, then nothing is left', async () => {
  const { said, stop, dataDir, ended } = await startDesktop(ordinary)
  await expect.poll(() => said.length, { timeout: 15_000 }).toBe(2)
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(said[1] ?? '')?.[0] ?? ''
  expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200)
  stop.abort()

  expect(await ended).toBeUndefined()
  await expect(fetch(`${origin}/api/v1/health`)).rejects.toThrow()
  expect(existsSync(join(dataDir, 'backcounter.sqlite-wal'))).toBe(false)
})

test('where it is open already, it is said and nothing else starts', async () => {
  const { said, ended } = await startDesktop(ordinary, { env: { [WORLD_VARIABLE]: '{"isLocked":true}' } })

  expect(await ended).toBeUndefined()
  expect(said).toEqual(['Backcounter is open already; its window is in front now.'])
})

test('an Electron that ends at once gives its own last words as the reason', async () => {
  const { ended } = await startDesktop('echo "starting" >&2; echo "No usable sandbox!" >&2; exit 133')

  expect(await ended).toBe('Electron ended at once (No usable sandbox!)')
})

test.each([
  ['dies', 'its page ended (crashed)'],
  ['without-preload', 'its preload failed'],
  ['blank', 'it stayed blank for 15 seconds'],
] satisfies [World['page'], string][])(
  'a window whose page is %s is a reason, and the browser finds the data free',
  async (page, reason) => {
    const { said, dataDir, ended } = await startDesktop(ordinary, {
      env: { [WORLD_VARIABLE]: JSON.stringify({ page }) },
    })

    expect(await ended).toBe(`its window failed: ${reason}`)
    expect(said).toEqual([])
    expect(existsSync(join(dataDir, 'backcounter.sqlite-wal'))).toBe(false)
    const core = await openCoreIn({ dataDir })
    await core.close()
  },
)

describe('an app that goes on without a window', () => {
  const times = { patience: 1500, grace: 100 }
  /** Says so much to the starter, stays as it is, and notes that it was asked to end; only killing it ends it. */
  const saying = (...messages: object[]): string => {
    const words = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
    const program = `require("node:net").connect(process.env.BACKCOUNTER_STARTER)
      .on("error", () => {}).write(${JSON.stringify(words)}); setInterval(() => {}, 1000)`
    return `echo $$ > "$(dirname "$0")/pid"; exec "${process.execPath}" -e '${program}'`
  }
  const isGone = (dir: string): boolean => {
    try {
      process.kill(Number(readFileSync(join(dir, 'pid'), 'utf8')), 0)
      return false
    } catch {
      return true
    }
  }

  test.each<[string, object[], string]>([
    ['says nothing', [], 'its window did not appear for 1.5 seconds'],
    [
      'has begun to show it',
      [{ state: 'opening' }, { state: 'showing' }],
      'its window stayed blank for 1.5 seconds',
    ],
  ])('and %s is ended, and the browser has to do', async (_what, messages, reason) => {
    const { dir, said, ended } = await startDesktop(saying(...messages), { times })

    expect(await ended).toBe(reason)
    expect(said).toEqual([])
    expect(isGone(dir)).toBe(true)
  })

  test.each(['opening', 'asking'])('is waited for while it says that it is %s', async (state) => {
    const { stop, dir, ended } = await startDesktop(saying({ state }), { times })
    let isOver = false
    void ended.finally(() => (isOver = true))
    await new Promise((resolve) => setTimeout(resolve, 2 * times.patience))
    expect(isOver).toBe(false)
    stop.abort()

    expect(await ended).toBeUndefined()
    expect(isGone(dir)).toBe(true)
  })
})

describe('once the window is there', () => {
  const bug = `process.on('SIGUSR2', () => { throw new Error('a bug of later') })`
  const running = `echo $$ > "$(dirname "$0")/pid"; exec "${process.execPath}" --import "data:text/javascript,${encodeURIComponent(bug)}" "${run}" "$@"`

  const startAndSend = async (signal: NodeJS.Signals) => {
    const { dir, said, ended } = await startDesktop(running)
    await expect.poll(() => said.length, { timeout: 15_000 }).toBe(2)
    process.kill(Number(readFileSync(join(dir, 'pid'), 'utf8')), signal)
    return { ended }
  }

  test('an Electron that the system ends is a reason too: the shop goes on in the browser', async () => {
    const { ended } = await startAndSend('SIGSEGV')

    expect(await ended).toBe('Electron ended with SIGSEGV')
  })

  test('an app that has failed has told so itself, and ends the command', async () => {
    const { ended } = await startAndSend('SIGUSR2')

    await expect(ended).rejects.toThrow('The desktop app ended with 1. a bug of later')
  })
})

test('a port that is no port is told by the app itself', async () => {
  const { ended } = await startDesktop(`exec "${process.execPath}" "${run}" --port=99999`)

  expect(await ended).toMatch(/^Electron ended at once \(.*is not a port/)
})

test('root gets no window, because it would have no sandbox', async () => {
  const { ended } = await startDesktop(ordinary, { isRoot: true })

  expect(await ended).toBe('it does not run as root')
})

test('without a display Electron is not even looked for', async () => {
  const { ended } = await startDesktop(ordinary, { env: { WAYLAND_DISPLAY: undefined, DISPLAY: undefined } })

  expect(await ended).toBe('there is no display')
})

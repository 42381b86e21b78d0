import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { seedDemoShop } from '../../core/cli/seed-demo-shop.ts'
import { addBackup, listBackups } from '../../core/database/sqlite/safekeeping/backups.ts'
import { openCoreIn } from '../support/open-core.ts'
import { temporaryDir } from '../support/core.ts'
import { startBuiltMain, type BuiltMain, type BuiltMainOptions } from './built-main.ts'

/** The built main process from its start to its end. */
async function startMain(options: BuiltMainOptions = {}): Promise<BuiltMain> {
  const main = await startBuiltMain(options)
  onTestFinished(() => main[Symbol.asyncDispose]())
  return main
}

async function takenPort(): Promise<{ port: number; server: Server }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, server }
}

const answers = async (origin: string | undefined): Promise<boolean> =>
  fetch(`${origin ?? ''}/api/v1/health`).then(
    (answer) => answer.ok,
    () => false,
  )

describe('one instance', () => {
  test('a second start brings the window to the front', async () => {
    const main = await startMain()
    await main.ready()
    await main.call('arrange', { isMinimized: true, isFocused: false })
    await main.call('secondInstance')

    expect(await main.call('windows')).toMatchObject([
      { isMinimized: false, isVisible: true, isFocused: true },
    ])
  })

  test('and ends itself without touching the data', async () => {
    const main = await startMain({ world: { isLocked: true } })

    expect(await main.told('already-open')).toEqual({ state: 'already-open' })
    expect(await main.ended).toBe(0)
    expect(existsSync(join(main.dataDir, 'backcounter.sqlite'))).toBe(false)
  })
})

describe('the end', () => {
  test.each(['quit', 'closeWindow'] as const)('after %s the database and the port are free', async (how) => {
    const main = await startMain()
    const origin = await main.ready()
    expect(await answers(origin)).toBe(true)
    main.call(how).catch(() => undefined)

    expect(await main.ended).toBe(0)
    expect(await answers(origin)).toBe(false)
    expect(existsSync(join(main.dataDir, 'backcounter.sqlite-wal'))).toBe(false)
    const next = await openCoreIn({ dataDir: main.dataDir })
    await next.close()
  })

  test('SIGTERM is an orderly end', async () => {
    const main = await startMain()
    await main.ready()
    process.kill(main.pid, 'SIGTERM')

    expect(await main.ended).toBe(0)
    expect(existsSync(join(main.dataDir, 'backcounter.sqlite-wal'))).toBe(false)
  })

  test('the app ends with the command that started it', async () => {
    const main = await startMain()
    await main.ready()
    main.cutStarter()

    expect(await main.ended).toBe(0)
  })
})

describe('the port is taken', () => {
  test('the person may go on without the local API', async () => {
    const { port } = await takenPort()
    const main = await startMain({ port })
    expect(await main.told('asking')).toEqual({ state: 'asking' })
    const dialog = await main.dialog()
    expect(dialog).toMatchObject({
      message: `Port ${port} is taken.`,
      buttons: ['Continue Without Local API', 'Try Again', 'Quit'],
    })
    await main.call('answerDialog', { response: 0 })

    expect(await main.ready()).toBeUndefined()
    const { status } = await main.call('request', { url: 'app://console/api/v1/health' })
    expect(status).toBe(200)
    await main.call('clickMenu', 'help', 'Local API…')
    expect(await main.dialog()).toMatchObject({ message: 'The local API is off.' })
  })

  test('or free it and try again', async () => {
    const { port, server } = await takenPort()
    const main = await startMain({ port })
    await main.dialog()
    await new Promise((resolve) => server.close(resolve))
    await main.call('answerDialog', { response: 1 })

    expect(await main.ready()).toBe(`http://127.0.0.1:${port}`)
    expect(await answers(`http://127.0.0.1:${port}`)).toBe(true)
  })

  test('or quit, which leaves nothing open', async () => {
    const { port } = await takenPort()
    const main = await startMain({ port })
    await main.dialog()
    main.call('answerDialog', { response: 2 }).catch(() => undefined)

    expect(await main.ended).toBe(0)
    expect(existsSync(join(main.dataDir, 'backcounter.sqlite-wal'))).toBe(false)
  })
})

describe('the database cannot be opened', () => {
  test('damaged: the dialog names the file, shows it, and quits', async () => {
    const dataDir = await temporaryDir()
    const file = join(dataDir, 'backcounter.sqlite')
    writeFileSync(file, 'this is no database, and long enough to be looked at as one '.repeat(50))
    const main = await startMain({ dataDir })
    const dialog = (await main.dialog()) as { message: string; detail: string }
    await main.call('answerDialog', { response: 1 })
    await main.dialog()
    const { shownFiles } = await main.call('traces')
    main.call('answerDialog', { response: 2 }).catch(() => undefined)

    expect(dialog.message).toBe('The database cannot be opened.')
    expect(dialog.detail).toContain(`${file} is damaged`)
    expect(shownFiles).toEqual([file])
    expect(await main.ended).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^this is no database/)
  })

  test('damaged, with a good backup: the dialog offers it, restores it, and keeps the damaged file', async () => {
    const dataDir = await temporaryDir()
    await seedDemoShop({ kind: 'sqlite', dataDir })
    const { file: backup } = await addBackup(dataDir, new Date('2026-11-20T12:00:00.000Z'))
    const file = join(dataDir, 'backcounter.sqlite')
    writeFileSync(file, 'this is no database, and long enough to be looked at as one '.repeat(50))
    const main = await startMain({ dataDir })
    const dialog = (await main.dialog()) as { message: string; detail: string; buttons: string[] }
    expect(dialog.message).toBe('The database is damaged.')
    expect(dialog.buttons).toEqual([
      expect.stringMatching(/^Restore Backup of Nov 20, 2026/),
      'Show File',
      'Quit',
    ])
    expect(dialog.detail).toContain('by the clock of this computer, with 180 orders')
    expect(dialog.detail).toContain(backup)
    await main.call('answerDialog', { response: 0 })

    expect(await answers(await main.ready())).toBe(true)
    const [kept] = readdirSync(dataDir).filter((name) => name.includes('.replaced-'))
    expect(readFileSync(join(dataDir, kept ?? ''), 'utf8')).toMatch(/^this is no database/)
    expect(existsSync(backup)).toBe(true)
    main.call('quit').catch(() => undefined)
    expect(await main.ended).toBe(0)
  })

  test('damaged, with a good backup: quitting changes nothing', async () => {
    const dataDir = await temporaryDir()
    await seedDemoShop({ kind: 'sqlite', dataDir })
    await addBackup(dataDir, new Date('2026-11-20T12:00:00.000Z'))
    const file = join(dataDir, 'backcounter.sqlite')
    writeFileSync(file, 'this is no database, and long enough to be looked at as one '.repeat(50))
    const main = await startMain({ dataDir })
    await main.dialog()
    main.call('answerDialog', { response: 2 }).catch(() => undefined)

    expect(await main.ended).toBe(0)
    expect(readFileSync(file, 'utf8')).toMatch(/^this is no database/)
  })

  test('busy: once the other program has closed it, trying again succeeds', async () => {
    const dataDir = await temporaryDir()
    const other = await openCoreIn({ dataDir })
    const main = await startMain({ dataDir })
    expect(await main.dialog()).toMatchObject({
      detail: expect.stringContaining('Another Backcounter is open') as string,
    })
    await other.close()
    await main.call('answerDialog', { response: 0 })

    expect(await main.ready()).toBeDefined()
  })

  test('a folder that is a file: the dialog says so instead of a stack trace', async () => {
    const dir = await temporaryDir()
    const dataDir = join(dir, 'taken')
    writeFileSync(dataDir, '')
    const main = await startMain({ dataDir })
    expect(await main.dialog()).toMatchObject({ detail: expect.stringContaining(dataDir) as string })
    main.call('answerDialog', { response: 2 }).catch(() => undefined)

    expect(await main.ended).toBe(0)
  })
})

describe('the window’s place', () => {
  test('is kept across runs, its unmaximised size too', async () => {
    const dataDir = await temporaryDir()
    const bounds = { x: 40, y: 60, width: 1100, height: 700 }
    const first = await startMain({ dataDir })
    await first.ready()
    await first.call('arrange', { bounds, isMaximized: true })
    first.call('quit').catch(() => undefined)
    await first.ended

    const second = await startMain({ dataDir })
    await second.ready()
    expect(await second.call('windows')).toMatchObject([{ bounds, isMaximized: true, isVisible: true }])
  })

  test('is on a screen that still exists', async () => {
    const dataDir = await temporaryDir()
    const saved = { bounds: { x: 3000, y: 100, width: 1200, height: 800 }, maximized: false }
    writeFileSync(join(dataDir, 'window-state.json'), JSON.stringify(saved))
    const main = await startMain({ dataDir, world: { screens: [{ x: 0, y: 0, width: 1280, height: 700 }] } })
    await main.ready()

    expect(await main.call('windows')).toMatchObject([{ bounds: { x: 0, y: 0, width: 1280, height: 700 } }])
  })

  test('opens in the ground of the system’s theme', async () => {
    const main = await startMain({ world: { isDark: true } })
    await main.ready()

    expect(await main.call('windows')).toMatchObject([
      { options: { backgroundColor: '#0f172a', show: false } },
    ])
  })
})

test('the built app makes the demo shops and the backup of the day on threads of their own', async () => {
  const main = await startMain()
  await main.ready()
  const [window] = await main.call('windows')
  const code = new URL(window?.url ?? '').searchParams.get('setup')
  const { status, body } = await main.call('request', {
    url: 'app://console/api/v1/setup',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, shop: 'demo' }),
  })
  expect(status, body.toString()).toBe(200)
  await expect.poll(() => listBackups(main.dataDir).length, { timeout: 25_000, interval: 200 }).toBe(1)
}, 60_000)

test('the data folder is for its owner only', async () => {
  const dir = await temporaryDir()
  chmodSync(dir, 0o755)
  const dataDir = join(dir, 'new', 'data')
  mkdirSync(join(dir, 'new'))
  const main = await startMain({ dataDir })
  await main.ready()
  const { statSync } = await import('node:fs')

  expect(statSync(dataDir).mode & 0o077).toBe(0)
})

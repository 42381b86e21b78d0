import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openCoreIn } from '../support/open-core.ts'
import { startBuiltMain, type BuiltMain, type BuiltMainOptions } from './built-main.ts'

/** What goes wrong in the built main process outside of everything that catches, and every other way to its end. */
async function startMain(options: BuiltMainOptions = {}): Promise<BuiltMain> {
  const main = await startBuiltMain(options)
  onTestFinished(() => main[Symbol.asyncDispose]())
  return main
}

interface Entry {
  readonly level: number
  readonly msg: string
  readonly err?: { readonly message: string }
}
/** As pino numbers it. */
const ERROR = 50

/** The errors of the log: a machine that is busy may warn of itself, too. */
const logged = ({ dataDir }: BuiltMain): Entry[] =>
  readFileSync(join(dataDir, 'backcounter.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry)
    .filter(({ level }) => level >= ERROR)

/** The database is folded into its file and its lock is free. */
async function expectClosed({ dataDir }: BuiltMain): Promise<void> {
  expect(existsSync(join(dataDir, 'backcounter.sqlite-wal'))).toBe(false)
  const next = await openCoreIn({ dataDir })
  await next.close()
}

/** A request whose body never comes: closing waits for it a while. */
async function holdUp(origin: string | undefined): Promise<void> {
  const socket = connect(Number(new URL(origin ?? '').port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const head = [
    'POST /api/v1/oauth/token HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    'Content-Length: 50',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n{`)
  await new Promise((resolve) => setTimeout(resolve, 300))
}

describe('a failure that nothing catches', () => {
  test.each(['throw', 'rejection'] as const)(
    'a %s is logged, the core is closed, one dialog tells',
    async (kind) => {
      const main = await startMain()
      await main.ready()
      main.call('fail', kind).catch(() => undefined)

      expect(await main.ended).toBe(1)
      expect(main.errorBoxes).toEqual([
        expect.stringMatching(/^Backcounter: Backcounter has met an error .*saved.*a bug, number 1$/s),
      ])
      expect(logged(main).map(({ msg, err }) => [msg, err?.message])).toEqual([
        ['Backcounter has failed.', 'a bug, number 1'],
      ])
      await expectClosed(main)
    },
  )

  test('a second one while the core is being closed is logged, and adds no dialog', async () => {
    const main = await startMain()
    await holdUp(await main.ready())
    await main.call('fail', 'rejection')
    main.call('fail', 'throw', 'rejection').catch(() => undefined)

    expect(await main.ended).toBe(1)
    expect(main.errorBoxes).toEqual([expect.stringContaining('a bug, number 1')])
    expect(logged(main).map(({ err }) => err?.message)).toEqual([
      'a bug, number 1',
      'a bug, number 2',
      'a bug, number 1',
    ])
    await expectClosed(main)
  })

  test('one at quitting needs no dialog: it is logged and the end is the same', async () => {
    const main = await startMain()
    await holdUp(await main.ready())
    await main.call('quit')
    main.call('fail', 'throw').catch(() => undefined)

    expect(await main.ended).toBe(1)
    expect(main.errorBoxes).toEqual([])
    expect(logged(main).map(({ err }) => err?.message)).toEqual(['a bug, number 1'])
    await expectClosed(main)
  })

  test('a dialog that cannot be shown holds nothing up', async () => {
    const main = await startMain({ world: { isDialogBroken: true } })
    await main.ready()
    main.call('fail', 'throw').catch(() => undefined)

    expect(await main.ended).toBe(1)
    expect(main.errorBoxes).toHaveLength(1)
    expect(logged(main).map(({ err }) => err?.message)).toEqual([
      'a bug, number 1',
      'The system shows no dialog',
    ])
    await expectClosed(main)
  })

  test('before a core is open it is a start that failed', async () => {
    // A key store that waits for a person keeps the start from opening anything.
    const main = await startMain({ world: { keyStore: 'locked' } })
    await main.told('opening')
    main.call('fail', 'throw').catch(() => undefined)

    expect(await main.ended).toBe(1)
    expect(main.errorBoxes).toEqual(['Backcounter: Backcounter could not start.\n\na bug, number 1'])
    expect(logged(main)).toHaveLength(1)
    expect(existsSync(join(main.dataDir, 'backcounter.sqlite'))).toBe(false)
  })

  test('while a start asks a person, the core behind the question is closed', async () => {
    const taken = await startMain()
    const port = Number(new URL((await taken.ready()) ?? '').port)
    const main = await startMain({ port })
    await main.dialog()
    main.call('fail', 'rejection').catch(() => undefined)

    expect(await main.ended).toBe(1)
    expect(main.errorBoxes).toHaveLength(1)
    await expectClosed(main)
  })

  test('a bad argument is told by the same dialog', async () => {
    const main = await startMain({ port: 99_999 })

    expect(await main.ended).toBe(1)
    expect(main.errorBoxes).toEqual([expect.stringContaining('"99999" is not a port')])
  })
})

describe('what a person asks for and the system cannot do', () => {
  test.each([
    ['a link', 'No program of this computer opens this link.'],
    ['the data folder', 'The data folder could not be opened.'],
  ])('%s: it is told and logged, and the shop goes on', async (what, message) => {
    const main = await startMain({ world: { hasOpener: false } })
    await main.ready()
    if (what === 'a link') await main.call('openWindow', 'https://www.dhl.com/track?id=1')
    else await main.call('clickMenu', 'help', 'Show Data Folder')

    expect(await main.dialog()).toMatchObject({ message, detail: expect.stringMatching(/^Failed/) as string })
    expect(logged(main).map(({ msg }) => msg)).toEqual([message])
    const { status } = await main.call('request', { url: 'app://console/api/v1/health' })
    expect(status).toBe(200)
    expect(main.errorBoxes).toEqual([])
  })
})

test.each(['dies', 'without-preload'] as const)(
  'started by itself, a window whose page is %s is offered again',
  async (page) => {
    const main = await startMain({ world: { page }, hasStarter: false })

    expect(await main.dialog()).toMatchObject({ message: 'The console does not appear.' })
    main.call('answerDialog', { response: 1 }).catch(() => undefined)
    expect(await main.ended).toBe(0)
    await expectClosed(main)
  },
)

test('a window whose page does not load is told without the code of its address', async () => {
  const main = await startMain({ world: { page: 'unreachable' } })

  expect(await main.told('failed')).toEqual({
    state: 'failed',
    reason: 'its page did not load (ERR_FAILED)',
  })
  expect(await main.ended).toBe(1)
  expect(readFileSync(join(main.dataDir, 'backcounter.log'), 'utf8')).not.toContain('setup=')
})

describe('the end', () => {
  test('Windows’ end of a session closes the core, though nothing else of an end is sent', async () => {
    const main = await startMain()
    await main.ready()
    await main.call('arrange', { bounds: { x: 40, y: 60, width: 1100, height: 700 } })
    main.call('endSession').catch(() => undefined)

    expect(await main.ended).toBe(0)
    expect(main.errorBoxes).toEqual([])
    expect(readFileSync(join(main.dataDir, 'window-state.json'), 'utf8')).toContain('1100')
    await expectClosed(main)
  })

  test.each([0, 5, 20, 50, 100, 200])(
    'a start that is quit %i ms after it has begun to open leaves nothing open',
    async (delay) => {
      const main = await startMain()
      await main.told('opening')
      await new Promise((resolve) => setTimeout(resolve, delay))
      process.kill(main.pid, 'SIGTERM')

      expect(await main.ended).toBe(0)
      expect(main.errorBoxes).toEqual([])
      await expectClosed(main)
    },
  )

  test('a start that is quit while it asks a person leaves nothing open', async () => {
    const taken = await startMain()
    const port = Number(new URL((await taken.ready()) ?? '').port)
    const main = await startMain({ port })
    await main.dialog()
    process.kill(main.pid, 'SIGTERM')

    expect(await main.ended).toBe(0)
    await expectClosed(main)
  })
})

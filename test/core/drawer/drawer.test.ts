import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { KeptChange } from '../../../core/database/kept-changes.ts'
import { drawerOf } from '../../../core/drawer/drawer.ts'
import type { DrawerSettings } from '../../../core/drawer/drawer-settings.ts'
import { temporaryDir } from '../../support/core.ts'
import { openPrinter, openSilentPrinter, PULSE, PULSE_AT_5, type Printer } from '../../support/printer.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')

const settingsFor = (port: number, pin: 2 | 5 = 2, host = '127.0.0.1'): DrawerSettings => ({
  printer: { host, port, pin },
  setBy: 'Olga',
  setAt: '2026-11-20T09:00:00.000Z',
})

const CHANGE: KeptChange = {
  version: 2,
  date: '2026-11-20T09:00:00.000Z',
  actor: 'Olga',
  changes: [{ field: 'address', from: null, to: '127.0.0.1' }],
}

/** Closed after the test. */
function own<P extends Pick<Printer, 'close'>>(printer: P): P {
  onTestFinished(async () => printer.close())
  return printer
}

async function drawerAt(printer: Pick<Printer, 'port'>, pin: 2 | 5 = 2) {
  const drawer = drawerOf(await temporaryDir(), () => NOW)
  drawer.set(settingsFor(printer.port, pin), CHANGE)
  return drawer
}

const settled = async (printer: Printer, jobs: number): Promise<readonly string[]> => {
  await expect.poll(() => printer.jobs.length).toBe(jobs)
  return printer.jobs
}

describe('the drawer at a printer of the network', () => {
  it.each([
    [2, PULSE],
    [5, PULSE_AT_5],
  ] as const)('at pin %i is opened by its pulse and by nothing else', async (pin, pulse) => {
    const printer = own(await openPrinter())
    const drawer = await drawerAt(printer, pin)
    await drawer.open()
    expect(await settled(printer, 1)).toStrictEqual([pulse])
    await drawer.open()
    expect(await settled(printer, 2)).toStrictEqual([pulse, pulse])
    expect(drawer.failure()).toBeUndefined()
  })

  it('is opened once by all who ask while it is being opened', async () => {
    const printer = own(await openPrinter())
    const drawer = await drawerAt(printer)
    await Promise.all([drawer.open(), drawer.open(), drawer.open()])
    expect(await settled(printer, 1)).toStrictEqual([PULSE])
  })

  it('is opened also where the printer says something, and never ends the line', async () => {
    const printer = own(
      await openPrinter((socket) => {
        socket.allowHalfOpen = true
        socket.write('status'.repeat(100_000))
      }),
    )
    const drawer = await drawerAt(printer)
    const begun = performance.now()
    await drawer.open()
    expect(performance.now() - begun).toBeLessThan(1500)
    expect(await settled(printer, 1)).toStrictEqual([PULSE])
    await drawer.open()
    expect(await settled(printer, 2)).toStrictEqual([PULSE, PULSE])
  })

  it('stays closed where nobody listens, says so, and opens once somebody does', async () => {
    const gone = await openPrinter()
    await gone.close()
    const drawer = await drawerAt(gone)
    await expect(drawer.open()).rejects.toMatchObject({ fault: 'refused', mayHaveOpened: false })
    expect(drawer.failure()).toStrictEqual({ date: NOW.toISOString(), fault: 'refused' })
    const printer = own(await openPrinter())
    drawer.set(settingsFor(printer.port), CHANGE)
    expect(drawer.failure()).toBeUndefined()
    await drawer.open()
    expect(await settled(printer, 1)).toStrictEqual([PULSE])
  })

  it('is waited for two seconds and no longer, and nothing is sent to it later', async () => {
    const printer = own(await openSilentPrinter())
    const drawer = await drawerAt(printer)
    const begun = performance.now()
    await expect(drawer.open()).rejects.toMatchObject({ fault: 'silent', mayHaveOpened: false })
    expect(performance.now() - begun).toBeGreaterThan(1900)
    expect(performance.now() - begun).toBeLessThan(4000)
    expect(drawer.failure()).toMatchObject({ fault: 'silent' })
  })

  it('asks the printer that is set now, whatever one that was set before still has to say', async () => {
    const silent = own(await openSilentPrinter())
    const drawer = await drawerAt(silent)
    const before = drawer.open()
    const printer = own(await openPrinter((socket) => (socket.allowHalfOpen = true)))
    drawer.set(settingsFor(printer.port), CHANGE)
    const now = drawer.open()
    await Promise.all([now, drawer.open()])
    expect(await settled(printer, 1)).toStrictEqual([PULSE])
    const gone = await openPrinter()
    await gone.close()
    drawer.set(settingsFor(gone.port), CHANGE)
    await expect(drawer.open()).rejects.toMatchObject({ fault: 'refused', printer: { port: gone.port } })
    await expect(before).rejects.toMatchObject({ fault: 'silent', printer: { port: silent.port } })
    expect(drawer.failure()).toMatchObject({ fault: 'refused' })
  })

  it('is opened once by who asks while another printer’s answer comes in between', async () => {
    const gone = await openPrinter()
    await gone.close()
    const drawer = await drawerAt(gone)
    const before = drawer.open()
    const printer = own(await openPrinter())
    drawer.set(settingsFor(printer.port), CHANGE)
    const now = drawer.open()
    await expect(before).rejects.toMatchObject({ fault: 'refused' })
    await Promise.all([now, drawer.open()])
    expect(await settled(printer, 1)).toStrictEqual([PULSE])
    expect(drawer.failure()).toBeUndefined()
  })

  it('may have opened where the printer closes at once', async () => {
    const printer = own(await openPrinter((socket) => socket.resetAndDestroy()))
    const drawer = await drawerAt(printer)
    await expect(drawer.open()).rejects.toMatchObject({ fault: 'closed' })
  })

  it('is told of where nobody knows the name of its printer', async () => {
    const drawer = drawerOf(undefined, () => NOW)
    drawer.set(settingsFor(9100, 2, 'no-such-printer.invalid'), CHANGE)
    await expect(drawer.open()).rejects.toMatchObject({ mayHaveOpened: false })
    expect(['unknown', 'silent']).toContain(drawer.failure()?.fault)
  })

  it('is not there where none is set', async () => {
    const drawer = drawerOf(await temporaryDir(), () => NOW)
    expect(drawer.settings()).toBeUndefined()
    await expect(drawer.open()).rejects.toMatchObject({ kind: 'Conflict', code: 'drawer.not-set' })
  })
})

describe('where the drawer of a desk hangs', () => {
  it('is kept in its folder, for its owner alone, until there is none any more', async () => {
    const dataDir = await temporaryDir()
    const file = join(dataDir, 'backcounter.drawer.json')
    const settings = settingsFor(9101, 5, 'printer.lan')
    drawerOf(dataDir, () => NOW).set(settings, CHANGE)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toStrictEqual({
      printer: 'printer.lan:9101',
      pin: 5,
      setBy: 'Olga',
      setAt: '2026-11-20T09:00:00.000Z',
      changes: [CHANGE],
    })
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
    const again = drawerOf(dataDir, () => NOW)
    expect(again.settings()).toStrictEqual(settings)
    const gone = { ...CHANGE, version: 3 }
    again.set(undefined, gone)
    const last = drawerOf(dataDir, () => NOW)
    // Who has taken it away is known, too.
    expect([last.settings(), last.changes()]).toStrictEqual([undefined, [gone, CHANGE]])
  })

  it.each([
    'no JSON',
    'null',
    '[]',
    '{}',
    '{"printer":"http://evil.example/","pin":2,"setBy":"Olga","setAt":"2026-11-20T09:00:00.000Z"}',
    '{"printer":"10.0.0.9","pin":3,"setBy":"Olga","setAt":"2026-11-20T09:00:00.000Z"}',
    '{"printer":"10.0.0.9","pin":2}',
  ])('is nowhere where somebody has left %j in its place', async (text) => {
    const dataDir = await temporaryDir()
    writeFileSync(join(dataDir, 'backcounter.drawer.json'), text)
    expect(drawerOf(dataDir, () => NOW).settings()).toBeUndefined()
  })
})

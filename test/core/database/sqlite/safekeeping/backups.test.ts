import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  addBackup,
  backupsDir,
  listBackups,
  newestGoodBackup,
} from '../../../../../core/database/sqlite/safekeeping/backups.ts'
import { watchCondition } from '../../../../../core/database/sqlite/safekeeping/condition.ts'
import { backUpWhereDue, keepSafe } from '../../../../../core/database/sqlite/safekeeping/schedule.ts'
import { superfluous } from '../../../../../core/database/sqlite/safekeeping/retention.ts'
import { logBeside } from '../../../../../core/http/logging.ts'
import { createLongWork } from '../../../../../core/work/long-work.ts'
import { run } from '../../../../support/command.ts'
import { buildCore, temporaryDir } from '../../../../support/core.ts'
import { damage } from '../../../../support/damage.ts'
import { demoTemplate } from '../../../../support/demo-template.ts'
import { openShop } from '../../../../support/shop.ts'

const NOON = new Date('2026-11-20T12:00:00.000Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const daysBefore = (days: number): Date => new Date(NOON.getTime() - days * DAY)

async function withShop(): Promise<string> {
  const dataDir = await temporaryDir()
  copyFileSync((await demoTemplate()).file, join(dataDir, 'backcounter.sqlite'))
  return dataDir
}

/** What a safekeeping goes by, without the work that it would do. */
const idle = (dataDir: string) => ({
  dataDir,
  clock: () => NOON,
  condition: watchCondition(dataDir),
  log: { error: () => undefined },
  wasCutOff: false,
})

describe('a backup', () => {
  it('is a file of its own, named by its moment and for its owner alone', async () => {
    const dataDir = await withShop()
    const { file } = await addBackup(dataDir, NOON)
    expect(file).toBe(join(dataDir, 'backups', 'backcounter-2026-11-20T12-00-00Z.sqlite'))
    expect(readdirSync(backupsDir(dataDir))).toHaveLength(1)
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(backupsDir(dataDir)).mode & 0o777).toString(8)).toBe('700')
    expect(listBackups(dataDir)).toStrictEqual([{ file, date: NOON, before: null }])
    expect(await newestGoodBackup(dataDir)).toMatchObject({ file, orders: 0 })
  })

  it('of a damaged shop is none, and takes no older one away', async () => {
    const dataDir = await withShop()
    const kept = []
    for (const days of [3, 2, 1]) kept.unshift((await addBackup(dataDir, daysBefore(days))).file)
    damage(dataDir, 'product_names')
    await expect(addBackup(dataDir, NOON)).rejects.toMatchObject({ code: 'damaged' })
    expect(readdirSync(backupsDir(dataDir))).toHaveLength(3)
    expect(listBackups(dataDir).map(({ file }) => file)).toStrictEqual(kept)
  })

  it('that was cut off is cleared away by the next', async () => {
    const dataDir = await withShop()
    mkdirSync(backupsDir(dataDir))
    const partial = 'backcounter-2026-11-19T12-00-00Z.sqlite.999999999.partial'
    for (const name of [partial, `${partial}-journal`, 'notes.txt']) {
      writeFileSync(join(backupsDir(dataDir), name), 'half')
    }
    expect(listBackups(dataDir)).toStrictEqual([])
    await addBackup(dataDir, NOON)
    expect(readdirSync(backupsDir(dataDir)).sort()).toStrictEqual([
      'backcounter-2026-11-20T12-00-00Z.sqlite',
      'notes.txt',
    ])
  })

  it('is a file: what is only called so is passed over, and left alone', async () => {
    const shop = await openShop({ looks: { first: HOUR, every: HOUR } })
    const { file } = await addBackup(shop.dataDir, NOON)
    const dir = backupsDir(shop.dataDir)
    const [circle, nowhere, folder] = [1, 2, 3].map((days) => {
      const moment = daysBefore(400 + days)
        .toISOString()
        .slice(0, 19)
        .replaceAll(':', '-')
      return join(dir, `backcounter-${moment}Z.sqlite`)
    }) as [string, string, string]
    symlinkSync(circle, circle)
    symlinkSync('/nowhere/at/all', nowhere)
    mkdirSync(folder)
    const answer = await (await shop.as('admin')).get('/data/backups')
    expect(answer.status).toBe(200)
    expect((answer.body as { backups: object[] }).backups).toMatchObject([{ name: basename(file) }])
    const next = await addBackup(shop.dataDir, new Date(NOON.getTime() + 60 * DAY))
    expect(existsSync(next.file)).toBe(true)
    expect(readdirSync(dir)).toEqual(
      expect.arrayContaining([circle, nowhere, folder].map((path) => basename(path))),
    )
  })

  it('that has rotted is passed over for the one before it', async () => {
    const dataDir = await withShop()
    const { file: older } = await addBackup(dataDir, daysBefore(1))
    const { file: newer } = await addBackup(dataDir, NOON)
    writeFileSync(newer, readFileSync(newer).fill(0xee, 20_000, 200_000))
    expect(await newestGoodBackup(dataDir)).toMatchObject({ file: older, date: daysBefore(1) })
  })
})

describe('backups that are kept', () => {
  const keptOf = (moments: readonly Date[], before: readonly (string | null)[] = []): string[] => {
    const all = moments
      .map((date, index) => ({ date, before: before[index] ?? null }))
      .sort((a, b) => b.date.getTime() - a.date.getTime())
    const gone = new Set(superfluous(all))
    return all.filter((backup) => !gone.has(backup)).map(({ date }) => date.toISOString().slice(0, 10))
  }

  it('are those of seven days and of four weeks', () => {
    const year = Array.from({ length: 365 }, (_, days) => daysBefore(days))
    // The 20th was a Friday: its week and the one before are among the days, the two before them end on Sundays.
    expect(keptOf(year)).toStrictEqual([
      ...['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16', '2026-11-15', '2026-11-14'],
      ...['2026-11-08', '2026-11-01'],
    ])
  })

  it('stay however long the shop was closed, and two of before migrations stay too', () => {
    expect(keptOf([daysBefore(400), daysBefore(401)])).toHaveLength(2)
    const daily = Array.from({ length: 60 }, (_, days) => daysBefore(days))
    const copies = [daysBefore(500), daysBefore(501), daysBefore(502)]
    const names = [...daily.map(() => null), 'c', 'b', 'a']
    const kept = keptOf([...daily, ...copies], names)
    expect(kept).toContain(daysBefore(501).toISOString().slice(0, 10))
    expect(kept).not.toContain(daysBefore(502).toISOString().slice(0, 10))
  })

  it('always hold the newest, are few, and are the same when looked at again', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 200 * 24 }), { minLength: 1, maxLength: 80 })
    fc.assert(
      fc.property(moments, (hours) => {
        const all = [...new Set(hours)]
          .sort((a, b) => a - b)
          .map((hour) => ({ date: new Date(NOON.getTime() - hour * HOUR), before: null }))
        const gone = new Set(superfluous(all))
        const kept = all.filter((backup) => !gone.has(backup))
        expect(kept[0]).toBe(all[0])
        expect(kept.length).toBeLessThanOrEqual(11)
        expect(superfluous(kept)).toStrictEqual([])
      }),
    )
  })

  it.each([
    ['is set back by years, as with an empty battery', daysBefore(3000), daysBefore],
    ['was ahead for months', NOON, (days: number) => new Date(NOON.getTime() + (365 - days) * DAY)],
  ])('hold the one that is just made, as the newest, where the clock %s', async (_, now, dateOf) => {
    const dataDir = await withShop()
    const { file: first } = await addBackup(dataDir, dateOf(0))
    for (let days = 1; days < 60; days++) {
      const moment = dateOf(days).toISOString().slice(0, 19).replaceAll(':', '-')
      copyFileSync(first, join(backupsDir(dataDir), `backcounter-${moment}Z.sqlite`))
    }
    const { file } = await addBackup(dataDir, now)
    expect(existsSync(file)).toBe(true)
    expect(listBackups(dataDir, now)[0]).toStrictEqual({ file, date: now, before: null })
  })

  it('are offered by what was made last, and not one of a moment that is still to come', async () => {
    const dataDir = await withShop()
    await addBackup(dataDir, new Date('2999-01-01T00:00:00.000Z'))
    const { file } = await addBackup(dataDir, new Date())
    expect(await newestGoodBackup(dataDir)).toMatchObject({ file })
  })
})

/** Looks at once, and again and again. */
const EAGERLY = { first: 0, every: 20 }

describe('a core that runs', () => {
  it('makes the backup of the day by itself, and not a second one', async () => {
    const dataDir = await withShop()
    const core = await buildCore({ dataDir, logger: logBeside(dataDir), looks: EAGERLY })
    await expect.poll(() => listBackups(dataDir).length, { timeout: 50_000 }).toBe(1)
    expect((await core.app.inject('/api/v1/health')).json()).toMatchObject({ status: 'ok' })
    await core.close()
    expect(readdirSync(backupsDir(dataDir))).toHaveLength(1)
    // That a busy machine held the loop up is rightly told there.
    const told = readFileSync(join(dataDir, 'backcounter.log'), 'utf8').split('\n')
    expect(told.filter((line) => line !== '' && !line.includes('event loop delayed'))).toStrictEqual([])
    const [backup] = listBackups(dataDir)
    const restored = await run('restore', '--json', '--data', dataDir, '--from', backup?.file ?? '')
    expect(restored.code, restored.stdout).toBe(0)
  }, 90_000)

  it.each([false, true])(
    'tells of no failure where it is ended amid its work (after a crash: %s)',
    async (wasCutOff) => {
      const told: string[] = []
      const rest = idle(await withShop())
      const begun = Promise.withResolvers<undefined>()
      const work = Promise.withResolvers<never>()
      const wait = async () => {
        begun.resolve(undefined)
        return work.promise
      }
      const end = keepSafe({
        ...rest,
        wasCutOff,
        looks: EAGERLY,
        log: { error: (...said: unknown[]) => void told.push(String(said[1])) },
        work: { checkPages: wait, addBackup: wait },
      })
      await begun.promise
      end()
      work.reject(new Error('The work was ended before it was done.'))
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(told).toStrictEqual([])
      expect(rest.condition.isBackedUp()).toBe(true)
    },
  )

  it('looks five seconds after its start, where nothing else is said', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const dataDir = await withShop()
    const seen: number[] = []
    const begun = Date.now()
    const end = keepSafe({
      ...idle(dataDir),
      clock: () => new Date(),
      work: {
        checkPages: async () => Promise.resolve([]),
        addBackup: async () => Promise.resolve(seen.push(Date.now() - begun)),
      },
    })
    await vi.advanceTimersByTimeAsync(2 * HOUR)
    end()
    expect(seen).toStrictEqual([5000, HOUR, 2 * HOUR])
  })

  it.each([
    ['a file stands in the place of their folder', (dir: string) => writeFileSync(dir, '')],
    ['their folder is a link that leads nowhere', (dir: string) => symlinkSync('/nowhere/at/all', dir)],
    ['their folder is a link to itself', (dir: string) => symlinkSync(dir, dir)],
    ['a file stands in the place of their folder’s own', (dir: string) => symlinkSync('/etc/passwd/x', dir)],
  ])('goes on where %s: health warns of it until it works again', async (_what, spoil) => {
    const dataDir = await withShop()
    spoil(backupsDir(dataDir))
    const core = await buildCore({ dataDir, logger: logBeside(dataDir), looks: EAGERLY })
    const health = async () => {
      const answer = await core.app.inject('/api/v1/health')
      return { code: answer.statusCode, ...answer.json<object>() }
    }
    const version = expect.any(String) as string
    const warning = { code: 200, status: 'warning', version, database: 'ok', backup: 'failing' }
    await expect.poll(health, { timeout: 30_000 }).toStrictEqual(warning)
    // A line of the log is on the disk a moment after it was written.
    await expect
      .poll(() => readFileSync(join(dataDir, 'backcounter.log'), 'utf8'))
      .toContain('no backup was made')
    rmSync(backupsDir(dataDir))
    await expect
      .poll(health, { timeout: 30_000 })
      .toStrictEqual({ code: 200, status: 'ok', version, database: 'ok' })
    await expect.poll(() => listBackups(dataDir)).toHaveLength(1)
  })

  it('goes on where the folder can no longer be read some hours later', async () => {
    const dataDir = await withShop()
    const core = await buildCore({ dataDir, looks: EAGERLY })
    await expect.poll(() => listBackups(dataDir).length, { timeout: 30_000 }).toBe(1)
    rmSync(backupsDir(dataDir), { recursive: true })
    writeFileSync(backupsDir(dataDir), '')
    const health = async (): Promise<unknown> => (await core.app.inject('/api/v1/health')).json()
    await expect.poll(health, { timeout: 30_000 }).toMatchObject({ status: 'warning', backup: 'failing' })
  })

  it('makes one where the newest is a day old or of a wrong future, and none before that', async () => {
    const shop = await openShop()
    const work = createLongWork()
    onTestFinished(async () => work.close())
    const { dataDir } = shop
    const rest = idle(dataDir)
    const safekeeping = (now: Date) => ({
      ...rest,
      clock: () => now,
      work: {
        checkPages: async () => work.run('checkPages', { dataDir }),
        addBackup: async (moment: Date) => work.run('addBackup', { dataDir, now: moment }),
      },
    })
    const counts = []
    const future = new Date(NOON.getTime() + 300 * DAY)
    for (const now of [future, NOON, new Date(NOON.getTime() + 23 * HOUR), new Date(NOON.getTime() + DAY)]) {
      await backUpWhereDue(safekeeping(now))
      counts.push(listBackups(dataDir).length)
    }
    expect(counts).toStrictEqual([1, 2, 2, 3])
  })

  it('makes none where the file is known to be damaged', async () => {
    const dataDir = await withShop()
    const rest = idle(dataDir)
    rest.condition.note(Object.assign(new Error('x'), { code: 'SQLITE_CORRUPT' }))
    let asked = 0
    await backUpWhereDue({
      ...rest,
      work: { checkPages: async () => Promise.resolve([]), addBackup: async () => Promise.resolve(asked++) },
    })
    expect(asked).toBe(0)
  })
})

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { listBackups } from '../../../../core/database/sqlite/safekeeping/backups.ts'
import { migrations } from '../../../../core/database/schema/migrations/index.ts'
import { openSqliteFile } from '../../../support/engines.ts'
import { environment } from '../../../support/main.ts'
import { temporaryDir } from '../../../support/core.ts'
import { LATER, laterMigration } from '../../../support/later-migration.ts'
import { openShop } from '../../../support/shop.ts'

const CHILD = fileURLToPath(new URL('../../../support/migrate-and-die.ts', import.meta.url))
interface Steps {
  readonly steps: number
  readonly firstRow?: number
  readonly lastRow?: number
}

const child = async (...args: string[]): Promise<Steps> => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, ...args], { env: environment })
  return JSON.parse(stdout) as Steps
}

/** Migrates in a process of its own, which is killed before a step. */
async function migrateAndDie(dataDir: string, fatal: number): Promise<void> {
  await expect(child(dataDir, String(fatal)), `step ${fatal}`).rejects.toMatchObject({ signal: 'SIGKILL' })
}

/**
 * Migrates in one process that lives, and keeps how it would have left its folder, killed before each of the steps. The
 * files are the same: what a process has written the system has, and more it never had.
 * @returns the folders by their steps
 */
async function deathsOf(dataDir: string, steps: readonly number[]): Promise<Map<number, string>> {
  const aside = await temporaryDir()
  await child(dataDir, '-', aside, ...steps.map(String))
  return new Map(steps.map((step) => [step, join(aside, String(step))]))
}

/** Of folders with the same bytes in the same files one is enough: most steps leave nothing new on the disk. */
function distinct(deaths: ReadonlyMap<number, string>): Map<number, string> {
  const seen = new Set<string>()
  return new Map(
    [...deaths].filter(([, dataDir]) => {
      const bytes = digestOf(dataDir)
      return !seen.has(bytes) && seen.add(bytes)
    }),
  )
}

/** Of all files with their names, but for what SQLite shares in memory, which it makes anew. */
function digestOf(dataDir: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(dataDir, name)
    if (statSync(path).isFile() && !name.endsWith('-shm')) hash.update(name).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** The next start. */
async function migrate(dataDir: string): Promise<void> {
  migrations[LATER] = laterMigration('1')
  try {
    await (await openSqliteFile(dataDir)).close()
  } finally {
    Reflect.deleteProperty(migrations, LATER)
  }
}

/** So many numbers from the first to the last, evenly. */
const spread = (first: number, last: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.round(first + ((last - first) * index) / (count - 1)))

function withFile<T>(path: string, work: (file: SqliteFile) => T): T {
  const file = new Sqlite(path, { fileMustExist: true })
  try {
    return work(file)
  } finally {
    file.close()
  }
}

/** Tables with their columns, as they were before. */
const tablesOf = (file: SqliteFile): [string, string[]][] =>
  file
    .prepare<[], string>(`select name from sqlite_master where type = 'table' and name not like 'kysely%'`)
    .pluck()
    .all()
    .map((table) => [
      table,
      file.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table),
    ])

const contentsOf = (file: SqliteFile, tables: readonly [string, readonly string[]][]): string =>
  JSON.stringify(
    tables.map(([table, columns]) => file.prepare(`select ${columns.join()} from "${table}"`).raw().all()),
  )

/** Everything that the migration makes: all of it is there, or nothing. */
function stateOf(file: SqliteFile): 'old' | 'new' | 'half' {
  const has = (query: string): boolean => file.prepare(query).get() !== undefined
  const signs = [
    has(`select 1 from pragma_table_info('variants') where name = 'shelf'`),
    has(`select 1 from sqlite_master where name = 'variants_by_shelf'`),
    has(`select 1 from sqlite_master where name = 'shelves'`),
    has(`select 1 from kysely_migration where name = '${LATER}'`),
  ]
  if (!signs.includes(true)) return 'old'
  if (signs.includes(false)) return 'half'
  const wrong = file.prepare('select 1 from variants where shelf <> length(id)').get()
  const counted = file.prepare('select coalesce(sum(variants), 0) from shelves').pluck().get()
  const all = file.prepare('select count(*) from variants').pluck().get()
  return wrong === undefined && counted === all ? 'new' : 'half'
}

describe('a migration that is killed', () => {
  it('at any step leaves the old schema or the new one, all data, and is completed by the next start', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    await clerk.anOrder({ quantities: [2, 7] })
    await clerk.aCartReadyToPlace()
    await shop.core.close()
    const source = join(shop.dataDir, 'backcounter.sqlite')
    const tables = withFile(source, tablesOf)
    const before = withFile(source, (file) => contentsOf(file, tables))
    const copy = async (): Promise<string> => {
      const dataDir = await temporaryDir()
      copyFileSync(source, join(dataDir, 'backcounter.sqlite'))
      return dataDir
    }

    const { steps, firstRow = 0, lastRow = 0 } = await child(await copy())
    expect(firstRow).toBeGreaterThan(10)
    expect(lastRow - firstRow).toBeGreaterThan(300)
    expect(steps).toBeGreaterThan(lastRow + 3)
    const fatalSteps = [
      ...spread(1, firstRow - 1, 7),
      ...spread(firstRow, lastRow, 3),
      ...spread(lastRow + 1, steps, steps - lastRow),
    ]
    const deaths = distinct(await deathsOf(await copy(), fatalSteps))
    // Some of them in earnest: before the rows, among them, and when all is written.
    for (const fatal of [firstRow - 2, Math.round((firstRow + lastRow) / 2), steps]) {
      const dataDir = await copy()
      await migrateAndDie(dataDir, fatal)
      deaths.set(fatal, dataDir)
    }
    const states: string[] = []
    for (const [fatal, dataDir] of deaths) {
      const path = join(dataDir, 'backcounter.sqlite')
      // Its log, where there is one, goes with the file, as it does at the next start.
      const look = await temporaryDir()
      for (const name of readdirSync(dataDir).filter((file) => file.startsWith('backcounter.sqlite'))) {
        copyFileSync(join(dataDir, name), join(look, name))
      }
      const state = withFile(join(look, 'backcounter.sqlite'), (file) => {
        expect(file.pragma('integrity_check', { simple: true }), `step ${fatal}`).toBe('ok')
        expect(contentsOf(file, tables), `step ${fatal}`).toBe(before)
        return stateOf(file)
      })
      expect(state, `step ${fatal}`).not.toBe('half')
      states.push(state)

      await migrate(dataDir)
      withFile(path, (file) => {
        expect(stateOf(file), `after step ${fatal}`).toBe('new')
        expect(contentsOf(file, tables)).toBe(before)
        expect(file.pragma('integrity_check', { simple: true })).toBe('ok')
      })
      const [backup] = listBackups(dataDir)
      expect(backup?.before).toBe(LATER)
      withFile(backup?.file ?? '', (file) => {
        expect(stateOf(file)).toBe('old')
        expect(contentsOf(file, tables)).toBe(before)
      })
      expect(readdirSync(join(dataDir, 'backups')).filter((name) => name.includes('partial'))).toStrictEqual(
        [],
      )
    }
    expect(new Set(states)).toStrictEqual(new Set(['old', 'new']))
  }, 240_000)

  it('of a new file at any step is completed by the next start', async () => {
    const { steps } = await child(await temporaryDir())
    const deaths = distinct(await deathsOf(await temporaryDir(), spread(1, steps, 6)))
    const killed = await temporaryDir()
    await migrateAndDie(killed, Math.round(steps / 2))
    for (const dataDir of [...deaths.values(), killed]) {
      await migrate(dataDir)
      withFile(join(dataDir, 'backcounter.sqlite'), (file) => {
        expect(stateOf(file)).toBe('new')
        expect(file.pragma('integrity_check', { simple: true })).toBe('ok')
      })
      expect(existsSync(join(dataDir, 'backups'))).toBe(false)
    }
  }, 120_000)
})

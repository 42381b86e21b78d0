import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Engine, WriteDb } from '../../../../core/database/engine.ts'
import { run } from '../../../support/command.ts'
import { openSqliteFile } from '../../../support/engines.ts'
import {
  asOpenError,
  DatabaseOpenError,
  type DatabaseOpenCode,
} from '../../../../core/database/open-error.ts'
import { openCoreIn } from '../../../support/open-core.ts'
import { temporaryDir } from '../../../support/core.ts'
import { withFile } from '../../../support/data.ts'
import { demoTemplate } from '../../../support/demo-template.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

async function open(dataDir: string): Promise<Engine> {
  const database = await openSqliteFile(dataDir)
  onTestFinished(async () => database.close())
  return database
}

/** A folder with the demo shops' file in it. */
async function withShop(): Promise<{ dataDir: string; file: string }> {
  const dataDir = await temporaryDir()
  const file = join(dataDir, 'backcounter.sqlite')
  copyFileSync((await demoTemplate()).file, file)
  return { dataDir, file }
}

async function refusal(dataDir: string): Promise<{ code: DatabaseOpenCode; message: string }> {
  const error: unknown = await openCoreIn({ dataDir }).then(
    async (core) => {
      await core.close()
      return undefined
    },
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DatabaseOpenError)
  const { code, file, message } = error as DatabaseOpenError
  expect(file).toBe(join(dataDir, 'backcounter.sqlite'))
  expect(message).toContain(message.includes(file) ? file : '')
  return { code, message }
}

describe('the data folder', () => {
  it('is made for its owner alone, and so is everything in it', async () => {
    const dataDir = join(await temporaryDir(), 'deep', 'data')
    const core = await openCoreIn({ dataDir })
    onTestFinished(async () => core.close())
    expect(modeOf(dataDir)).toBe('700')
    for (const name of readdirSync(dataDir).filter((file) => file.startsWith('backcounter.sqlite'))) {
      expect(modeOf(join(dataDir, name)), name).toBe('600')
    }
  })

  it('that is there already, open to others, does not open its file to them', async () => {
    const dataDir = await temporaryDir()
    writeFileSync(join(dataDir, 'backcounter.sqlite'), '', { mode: 0o644 })
    await open(dataDir)
    for (const name of readdirSync(dataDir)) expect(modeOf(join(dataDir, name)), name).toBe('600')
  })

  it('holds one file when the core is closed: nothing is left in the log', async () => {
    const dataDir = await temporaryDir()
    await (await openCoreIn({ dataDir })).close()
    expect(readdirSync(dataDir).filter((name) => !name.includes('lock'))).toStrictEqual([
      'backcounter.sqlite',
    ])
  })
})

it('a core that begins removes the copy of a restore that was killed: a whole shop, with its customers', async () => {
  const dataDir = await temporaryDir()
  await (await openCoreIn({ dataDir })).close()
  const before = readdirSync(dataDir)
  for (const end of ['', '-journal', '-wal', '-shm'])
    writeFileSync(join(dataDir, `backcounter.sqlite.restoring${end}`), 'Ida Holm')
  await (await openCoreIn({ dataDir })).close()
  expect(readdirSync(dataDir)).toStrictEqual(before)
})

describe('an open database', () => {
  it('loses nothing that was committed when the power fails, and keeps references whole', async () => {
    const database = await open(await temporaryDir())
    const settings = async (handle: WriteDb): Promise<unknown[]> => {
      const pragma = async (name: string) =>
        Object.values(
          (await sql<object>`pragma ${sql.raw(name)}`.execute(handle)).rows[0] ?? {},
        )[0] as unknown
      return [await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')]
    }
    expect(await database.transact(settings)).toStrictEqual(['wal', 2, 1])
    expect(await settings(database.reader)).toStrictEqual(['wal', 2, 1])
  })

  it('has the same schema however often it is opened', async () => {
    const dataDir = await temporaryDir()
    const schema = (): unknown[] =>
      withFile(dataDir, (file) => file.prepare('select name, sql from sqlite_master order by name').all())
    await (await openSqliteFile(dataDir)).close()
    const fresh = schema()
    await (await openSqliteFile(dataDir)).close()
    expect(schema()).toStrictEqual(fresh)
    expect(readdirSync(dataDir)).toStrictEqual(['backcounter.sqlite'])
  })
})

describe('a file that cannot be opened', () => {
  it('because it is no database is damaged, and stays as it is', async () => {
    const dataDir = await temporaryDir()
    const file = join(dataDir, 'backcounter.sqlite')
    const text = 'Dear diary, '.repeat(1000)
    writeFileSync(file, text)
    expect((await refusal(dataDir)).code).toBe('damaged')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('because its first page is broken is damaged', async () => {
    const { dataDir, file } = await withShop()
    const bytes = readFileSync(file)
    bytes.fill(0xff, 100, 4096)
    writeFileSync(file, bytes)
    expect((await refusal(dataDir)).code).toBe('damaged')
  })

  it('because it was cut off is damaged', async () => {
    const { dataDir, file } = await withShop()
    truncateSync(file, 3 * 4096 + 100)
    expect((await refusal(dataDir)).code).toBe('damaged')
  })

  it('because it is another program’s database is refused, and nothing is written into it', async () => {
    const dataDir = await temporaryDir()
    const file = join(dataDir, 'backcounter.sqlite')
    const foreign = new Sqlite(file)
    foreign.exec(
      `create table notes (id integer primary key, text text); insert into notes (text) values ('milk')`,
    )
    foreign.close()
    expect((await refusal(dataDir)).code).toBe('damaged')
    const tables = withFile(dataDir, (opened) =>
      opened.prepare(`select name from sqlite_master`).pluck().all(),
    )
    expect(tables).toStrictEqual(['notes'])
  })

  it('because a newer Backcounter has written it says so, and stays as it is', async () => {
    const { dataDir } = await withShop()
    withFile(dataDir, (file) =>
      file.exec(`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', 'then')`),
    )
    const { code, message } = await refusal(dataDir)
    expect(code).toBe('newer')
    expect(message).toContain('update')
    expect(readdirSync(dataDir).filter((name) => name.includes('before'))).toStrictEqual([])
  })

  it('because a folder stands in its place, or a file in the folder’s, is unwritable', async () => {
    const dataDir = await temporaryDir()
    mkdirSync(join(dataDir, 'backcounter.sqlite'))
    expect((await refusal(dataDir)).code).toBe('unwritable')
    const occupied = join(await temporaryDir(), 'file')
    writeFileSync(occupied, '')
    expect((await refusal(join(occupied, 'data'))).code).toBe('unwritable')
    expect((await refusal(occupied)).code).toBe('unwritable')
  })

  it('says why it cannot be opened or written, and that no space is left where that is it', async () => {
    const occupied = join(await temporaryDir(), 'file')
    writeFileSync(occupied, '')
    expect((await refusal(occupied)).message).toMatch(/cannot be opened or written: E\w+: /)
    const listed = await run('client', 'list', '--data', occupied)
    expect([listed.code, listed.stderr]).toStrictEqual([
      1,
      `The folder of the data, ${occupied}, is a file or lies in one.
`,
    ])
    for (const full of ['SQLITE_FULL', 'ENOSPC']) {
      const opening = asOpenError('shop', async () =>
        Promise.reject(Object.assign(new Error('It failed.'), { code: full })),
      )
      await expect(opening).rejects.toMatchObject({
        code: 'unwritable',
        message: expect.stringContaining('no space left on its disk') as string,
      })
    }
  })

  it('because another program is writing to it for long is busy', async () => {
    const { dataDir, file } = await withShop()
    const other = new Sqlite(file)
    onTestFinished(() => void other.close())
    other.exec('begin immediate')
    expect((await refusal(dataDir)).code).toBe('busy')
  })

  it('leaves the folder free for the next attempt', async () => {
    const { dataDir } = await withShop()
    withFile(dataDir, (file) =>
      file.exec(`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', 'then')`),
    )
    await refusal(dataDir)
    withFile(dataDir, (file) => file.exec(`delete from kysely_migration where name like '9999%'`))
    const core = await openCoreIn({ dataDir })
    await core.close()
    expect(existsSync(join(dataDir, 'backcounter.sqlite'))).toBe(true)
  })
})

describe('a data folder that is in use', () => {
  it('is busy for a second core, and free again when the first has closed', async () => {
    const { dataDir } = await withShop()
    const first = await openCoreIn({ dataDir })
    const { code, message } = await refusal(dataDir)
    expect(code).toBe('busy')
    expect(message).toContain(dataDir)
    expect((await first.app.inject('/api/v1/health')).statusCode).toBe(200)
    await first.close()
    const second = await openCoreIn({ dataDir })
    await second.close()
  })

  it('may be read and written by a command meanwhile', async () => {
    const { dataDir } = await withShop()
    const core = await openCoreIn({ dataDir })
    onTestFinished(async () => core.close())
    const beside = await open(dataDir)
    expect(
      await beside.read(async (db) => db.selectFrom('stores').select('code').orderBy('code').execute()),
    ).toStrictEqual([{ code: 'harbour' }, { code: 'uptown' }])
  })
})

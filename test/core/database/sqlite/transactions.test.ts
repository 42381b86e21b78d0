import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { checkIntegrity } from '../../../../core/database/sqlite/safekeeping/integrity-check.ts'
import { isDatabaseBusy, isUniqueViolation } from '../../../../core/database/error-codes.ts'
import type { Engine, ReadDb, WriteDb } from '../../../../core/database/engine.ts'
import { openSqliteFile } from '../../../support/engines.ts'
import { emptyDir } from '../../../support/core.ts'
import { withFile } from '../../../support/data.ts'

let dataDir: string
let database: Engine
beforeEach(async () => {
  dataDir = await emptyDir()
  database = await openSqliteFile(dataDir)
  onTestFinished(async () => database.close())
})

const set = async (db: WriteDb, key: string, value = '1') =>
  db.insertInto('settings').values({ key, value }).execute()
const keys = async (db: ReadDb) =>
  (await db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)

/** Lets everything run that can. */
const meanwhile = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

describe('a write', () => {
  it('is there whole when it has resolved', async () => {
    await database.transact(async (db) => {
      await set(db, 'a')
      await set(db, 'b')
    })
    expect(withFile(dataDir, (file) => file.prepare('select key from settings').pluck().all())).toStrictEqual(
      ['a', 'b'],
    )
  })

  it('that fails in the middle leaves nothing, and the next one works', async () => {
    const half = database.transact(async (db) => {
      await set(db, 'a')
      await meanwhile()
      throw new Error('in the middle')
    })
    await expect(half).rejects.toThrow('in the middle')
    const twice = database.transact(async (db) => {
      await set(db, 'b')
      await set(db, 'b')
    })
    await expect(twice).rejects.toSatisfy(isUniqueViolation)
    expect(await database.read(keys)).toStrictEqual([])
    await database.transact(async (db) => set(db, 'c'))
    expect(await database.read(keys)).toStrictEqual(['c'])
  })

  it('waits for the one before it: none is lost', async () => {
    await database.transact(async (db) => set(db, 'counter', '0'))
    const increment = async (db: WriteDb): Promise<void> => {
      const { value } = await db
        .selectFrom('settings')
        .select('value')
        .where('key', '=', 'counter')
        .executeTakeFirstOrThrow()
      await meanwhile()
      await db
        .updateTable('settings')
        .set({ value: String(Number(value) + 1) })
        .where('key', '=', 'counter')
        .execute()
    }
    await Promise.all(Array.from({ length: 12 }, async () => database.transact(increment)))
    expect(withFile(dataDir, (file) => file.prepare('select value from settings').pluck().get())).toBe('12')
  })

  it('must refer to rows that are there', async () => {
    const orphan = database.transact(async (db) =>
      db
        .insertInto('customer_groups')
        .values({ id: '1', store_id: 'none', name: 'x', version: 1, is_retired: 0 })
        .execute(),
    )
    await expect(orphan).rejects.toThrow('FOREIGN KEY')
  })
})

describe('a read', () => {
  it('never sees half of a write', async () => {
    const seen: string[][] = []
    const writing = database.transact(async (db) => {
      await set(db, 'a')
      seen.push(await database.read(keys))
      await meanwhile()
      await set(db, 'b')
      seen.push(await database.read(keys))
    })
    await meanwhile()
    seen.push(await database.read(keys))
    await writing
    expect(seen).toStrictEqual([[], [], []])
    expect(await database.read(keys)).toStrictEqual(['a', 'b'])
  })

  it('sees one state from its beginning to its end', async () => {
    await database.transact(async (db) => set(db, 'a'))
    const states = await database.read(async (db) => {
      const before = await keys(db)
      await database.transact(async (other) => set(other, 'b'))
      return [before, await keys(db)]
    })
    expect(states).toStrictEqual([['a'], ['a']])
    expect(await database.read(keys)).toStrictEqual(['a', 'b'])
  })

  it('cannot write, whatever it tries', async () => {
    const sneaking = database.read(async (db) => set(db as WriteDb, 'a'))
    await expect(sneaking).rejects.toThrow(/readonly/)
    expect(await database.read(keys)).toStrictEqual([])
  })

  it('does not wait for a write, nor a write for it', async () => {
    const order: string[] = []
    await Promise.all([
      database.transact(async (db) => {
        await set(db, 'a')
        await meanwhile()
        await meanwhile()
        order.push('written')
      }),
      database.read(keys).then(() => order.push('read')),
    ])
    expect(order).toStrictEqual(['read', 'written'])
  })
})

it('another program’s long write is told apart as busy, by code', async () => {
  const other = new Sqlite(database.name)
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  await expect(database.transact(async (db) => set(db, 'a'))).rejects.toSatisfy(isDatabaseBusy)
})

describe('checking the file', () => {
  it('finds nothing in a sound one', async () => {
    expect(await checkIntegrity(database)).toStrictEqual([])
  })

  it('finds rows that refer to nothing', async () => {
    withFile(dataDir, (file) => {
      file.pragma('foreign_keys = off')
      file.exec(`insert into customer_groups (id, store_id, name) values ('1', 'none', 'x')`)
    })
    expect(await checkIntegrity(database)).toStrictEqual([
      'a row of customer_groups refers to one of stores that is not there',
    ])
  })

  it('finds a broken index', async () => {
    withFile(dataDir, (file) => {
      file.exec(`insert into settings (key, value) values ('a', '1')`)
      file.unsafeMode(true)
      file.pragma('writable_schema = on')
      file.exec(
        `update sqlite_master set rootpage = (select rootpage from sqlite_master where name = 'sqlite_autoindex_stores_1') where name = 'sqlite_autoindex_settings_1'`,
      )
    })
    const reopened = await openSqliteFile(dataDir)
    onTestFinished(async () => reopened.close())
    expect((await checkIntegrity(reopened)).join()).toMatch(/settings|page/i)
  })
})

import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listBackups } from '../../../../core/database/sqlite/safekeeping/backups.ts'
import { migrations } from '../../../../core/database/schema/migrations/index.ts'
import { holdInstanceLock } from '../../../../core/database/sqlite/safekeeping/instance-lock.ts'
import { run } from '../../../support/command.ts'
import { openSqliteFile } from '../../../support/engines.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { changesSince, snapshot, withFile } from '../../../support/data.ts'

/** The program of a later day, which has one migration more. */
function later(up: Migration['up'], name = '9998-later'): string {
  migrations[name] = { up }
  onTestFinished(() => {
    Reflect.deleteProperty(migrations, name)
  })
  return name
}

const addColumn = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table carts add column till text not null default 'one'`.execute(db)
}

async function closedShop(): Promise<Shop> {
  const shop = await openShop()
  await (await shop.as('staff')).anOrder()
  await shop.core.close()
  return shop
}

describe('a migration', () => {
  it('of a file with data copies the file to its backups first, for its owner alone', async () => {
    const { dataDir } = await closedShop()
    const before = snapshot(dataDir)
    const name = later(addColumn)
    await (await openSqliteFile(dataDir)).close()
    expect(withFile(dataDir, (file) => file.prepare('select till from carts limit 1').get())).toStrictEqual({
      till: 'one',
    })

    const [made] = listBackups(dataDir)
    expect(made?.before).toBe(name)
    const backup = made?.file ?? ''
    expect((statSync(dirname(backup)).mode & 0o777).toString(8)).toBe('700')
    expect((statSync(backup).mode & 0o777).toString(8)).toBe('600')
    const copy = new Sqlite(backup, { readonly: true })
    onTestFinished(() => void copy.close())
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(copy.prepare('select count(*) from orders').pluck().get()).toBe(1)
    expect(() => copy.prepare('select till from carts')).toThrow(/no such column/)
    const old = new Sqlite(Buffer.from(before).fill(1, 18, 20))
    expect(copy.prepare('select * from carts').all()).toStrictEqual(old.prepare('select * from carts').all())
  })

  it('is done once', async () => {
    const { dataDir } = await closedShop()
    let times = 0
    later(async (db) => {
      times++
      await addColumn(db as Kysely<never>)
    })
    await (await openSqliteFile(dataDir)).close()
    await (await openSqliteFile(dataDir)).close()
    expect(times).toBe(1)
  })

  it('that fails half way leaves the file as it was, and the program can try again', async () => {
    const { dataDir } = await closedShop()
    const before = snapshot(dataDir)
    const name = later(async (db) => {
      await addColumn(db as Kysely<never>)
      await sql`update carts set till = 'half'`.execute(db)
      throw new Error('The power went off.')
    })
    await expect(openSqliteFile(dataDir)).rejects.toThrow('The power went off.')
    expect(changesSince(before, dataDir)).toStrictEqual([])
    expect(
      withFile(dataDir, (file) => file.prepare(`select name from pragma_table_info('carts')`).pluck().all()),
    ).not.toContain('till')
    later(addColumn, name)
    await (await openSqliteFile(dataDir)).close()
    expect(withFile(dataDir, (file) => file.prepare('select till from carts limit 1').get())).toStrictEqual({
      till: 'one',
    })
  })

  it('is not done while a core of an earlier version has the file open: a command says so, and changes nothing', async () => {
    const { dataDir } = await closedShop()
    const before = snapshot(dataDir)
    const core = await holdInstanceLock(dataDir)
    later(addColumn)
    const refused = await run('client', 'list', '--data', dataDir, '--json')
    expect([refused.code, JSON.parse(refused.stdout)]).toStrictEqual([
      1,
      {
        error: expect.stringContaining(
          `An earlier version of Backcounter is open with the data in ${dataDir}`,
        ) as string,
      },
    ])
    expect(changesSince(before, dataDir)).toStrictEqual([])
    expect(listBackups(dataDir)).toStrictEqual([])
    core()
    expect((await run('client', 'list', '--data', dataDir)).code).toBe(0)
    expect(listBackups(dataDir)).toHaveLength(1)
    const again = await holdInstanceLock(dataDir)
    again()
  })

  it('of a new file needs no copy', async () => {
    later(addColumn)
    const { dataDir } = await closedShop()
    const fresh = join(dataDir, 'fresh')
    await (await openSqliteFile(fresh)).close()
    expect(readdirSync(fresh)).toStrictEqual(['backcounter.sqlite'])
  })
})

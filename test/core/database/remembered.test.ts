import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { read, transact, type Database, type ReadDb } from '../../../core/database/database.ts'
import { openDatabase } from '../../../core/database/open-database.ts'
import { recall, remembered } from '../../../core/database/remembered.ts'
import { temporaryDir } from '../../support/core.ts'
import { withFile } from '../../support/data.ts'

let dataDir: string
let database: Database
beforeEach(async () => {
  dataDir = await temporaryDir()
  database = await openDatabase(dataDir)
  onTestFinished(async () => database.close())
  await transact(database, async (db) =>
    db.insertInto('countries').values({ id: 'dk', iso_code: 'DK', culture_code: 'da-DK' }).execute(),
  )
})

/** A read of reference data that remembers what it has found. */
const findCode = remembered(async (db: ReadDb, id: string) => {
  const row = await db.selectFrom('countries').select('iso_code').where('id', '=', id).executeTakeFirst()
  return row?.iso_code
})

const rename = async (code: string): Promise<unknown> =>
  transact(database, async (db) =>
    db.updateTable('countries').set({ iso_code: code }).where('id', '=', 'dk').execute(),
  )

describe('what is remembered of reference data', () => {
  it('is not asked for again until that data changes, by us or by another process', async () => {
    expect(await recall(database, findCode, 'dk')).toBe('DK')
    expect(recall(database, findCode, 'dk')).toBe('DK')
    await rename('XX')
    expect(await recall(database, findCode, 'dk')).toBe('XX')
    withFile(dataDir, (file) => file.exec(`update countries set iso_code = 'YY'`))
    // Others are looked for once in a turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    expect(await recall(database, findCode, 'dk')).toBe('YY')
  })

  it('is not what a read found that began before the change, however late it looks', async () => {
    await read(database, async (db) => {
      await db.selectFrom('settings').select('key').execute()
      await rename('XX')
      // It sees the state that it began on, and must not leave it behind for others.
      expect(await findCode(db, 'dk')).toBe('DK')
    })
    expect(await recall(database, findCode, 'dk')).toBe('XX')
  })

  it('is not mixed into a read that began before the change: it sees one state', async () => {
    await read(database, async (db) => {
      await db.selectFrom('settings').select('key').execute()
      await rename('XX')
      await transact(database, async (other) => findCode(other, 'dk'))
      expect(await findCode(db, 'dk')).toBe('DK')
    })
  })

  it('is neither used nor added to by a write that has changed that data itself, whether it stays or fails', async () => {
    expect(await recall(database, findCode, 'dk')).toBe('DK')
    const failing = transact(database, async (db) => {
      await db.updateTable('countries').set({ iso_code: 'XX' }).where('id', '=', 'dk').execute()
      expect(await findCode(db, 'dk')).toBe('XX')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await recall(database, findCode, 'dk')).toBe('DK')
  })
})

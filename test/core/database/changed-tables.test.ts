import { describe, expect, it } from 'vitest'
import { changedTables, contentNow, inDatabase, withFile } from '../../support/data.ts'
import { openShop } from '../../support/shop.ts'
import { isOnPostgres } from '../../support/storage.ts'

describe('what tests of refusals look at', () => {
  it('is the same while nothing is written, and tells of a table in which one row is different', async () => {
    const { core, dataDir } = await openShop()
    const before = await contentNow(dataDir)
    await core.app.inject('/api/v1/health')
    expect(await changedTables(before, dataDir)).toStrictEqual([])

    await inDatabase(dataDir, async (db) => db.updateTable('stores').set({ name: 'Other' }).execute())
    // On a server what changes reference data raises its epoch, too.
    expect(await changedTables(before, dataDir)).toStrictEqual(
      isOnPostgres ? ['stores', 'reference_epochs'] : ['stores'],
    )
    expect(await changedTables(await contentNow(dataDir), dataDir)).toStrictEqual([])
  })

  it.skipIf(isOnPostgres)(
    'is the same where something is written and undone, or goes from the log into the file',
    async () => {
      const { dataDir } = await openShop()
      await inDatabase(dataDir, async (db) => db.updateTable('stores').set({ name: 'Other' }).execute())
      const before = await contentNow(dataDir)

      await expect(
        inDatabase(dataDir, async (db) => {
          await db.deleteFrom('stores').where('name', '=', 'none').execute()
          throw new Error('undone')
        }),
      ).rejects.toThrow('undone')
      withFile(dataDir, (file) => file.pragma('wal_checkpoint'))

      expect(await changedTables(before, dataDir)).toStrictEqual([])
    },
  )
})

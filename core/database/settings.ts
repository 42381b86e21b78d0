import { randomBytes } from 'node:crypto'
import { transact, type Database } from './database.ts'

/** The key that signs paging tokens: made once, kept in the file, so that tokens outlive a restart. */
export async function cursorKey(database: Database): Promise<Buffer> {
  return transact(database, async (db) => {
    const kept = await db
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'cursor-key')
      .executeTakeFirst()
    if (kept) return Buffer.from(kept.value, 'hex')
    const key = randomBytes(32)
    await db
      .insertInto('settings')
      .values({ key: 'cursor-key', value: key.toString('hex') })
      .execute()
    return key
  })
}

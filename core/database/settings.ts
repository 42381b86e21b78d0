import { randomBytes } from 'node:crypto'
import { read, transact, type Database, type ReadDb } from './database.ts'

/** The key that signs paging tokens: made once, kept in the file, so that tokens outlive a restart. */
export async function cursorKey(database: Database): Promise<Buffer> {
  // Read first: only the very first start has to wait for whoever writes.
  return (await read(database, findCursorKey)) ?? makeCursorKey(database)
}

async function findCursorKey(db: ReadDb): Promise<Buffer | undefined> {
  const kept = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'cursor-key')
    .executeTakeFirst()
  return kept && Buffer.from(kept.value, 'hex')
}

const makeCursorKey = async (database: Database): Promise<Buffer> =>
  transact(database, async (db) => {
    const key = randomBytes(32)
    await db
      .insertInto('settings')
      .values({ key: 'cursor-key', value: key.toString('hex') })
      .execute()
    return key
  })

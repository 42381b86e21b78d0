import { randomBytes } from 'node:crypto'
import type { Engine, ReadDb } from './engine.ts'
import { plainKeeper, type SecretKeeper } from './secret-keeper.ts'

/**
 * The key that signs paging tokens: made once for each keeper, kept in the storage, so that tokens outlive a restart.
 * Where it cannot be opened, as after a restore on another machine, another takes its place: lists are then begun anew.
 * Desks that share a storage share the key, which no key store of one of them may hold then.
 */
export async function cursorKey(database: Engine, ownKeeper: SecretKeeper): Promise<Buffer> {
  const keeper = database.changes ? plainKeeper : ownKeeper
  const setting = keeper.name === 'plain' ? 'cursor-key' : `cursor-key.${keeper.name}`
  const find = async (db: ReadDb) => {
    const kept = await db.selectFrom('settings').select('value').where('key', '=', setting).executeTakeFirst()
    const opened = kept && (await keeper.open(kept.value))
    return { sealed: kept?.value, key: opened === undefined ? undefined : Buffer.from(opened, 'hex') }
  }
  // Read first: only the very first start has to wait for whoever writes.
  const found = await database.read(find)
  if (found.key) return found.key

  const made = randomBytes(32)
  const value = await keeper.seal(made.toString('hex'))
  return database.transact(async (db) => {
    // Another desk may have started at the same moment: its key stands in the way of ours, and is found then.
    const { key, sealed } = await find(db)
    if (key) return key
    if (sealed !== undefined) {
      await db.deleteFrom('settings').where('key', '=', setting).where('value', '=', sealed).execute()
    }
    await db.insertInto('settings').values({ key: setting, value }).execute()
    return made
  })
}

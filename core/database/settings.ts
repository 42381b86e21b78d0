import { randomBytes } from 'node:crypto'
import type { Engine } from './engine.ts'
import type { SecretKeeper } from './secret-keeper.ts'

/**
 * The key that signs paging tokens: made once for each keeper, kept in the file, so that tokens outlive a restart.
 * Where it cannot be opened, as after a restore on another machine, another takes its place: lists are then begun anew.
 */
export async function cursorKey(database: Engine, keeper: SecretKeeper): Promise<Buffer> {
  const setting = keeper.name === 'plain' ? 'cursor-key' : `cursor-key.${keeper.name}`
  // Read first: only the very first start has to wait for whoever writes.
  const kept = await database.read(async (db) =>
    db.selectFrom('settings').select('value').where('key', '=', setting).executeTakeFirst(),
  )
  const opened = kept && (await keeper.open(kept.value))
  if (opened !== undefined) return Buffer.from(opened, 'hex')

  const key = randomBytes(32)
  const value = await keeper.seal(key.toString('hex'))
  await database.transact(async (db) => {
    await db.deleteFrom('settings').where('key', '=', setting).execute()
    await db.insertInto('settings').values({ key: setting, value }).execute()
  })
  return key
}

import { randomBytes } from 'node:crypto'
import type { Engine, ReadDb, WriteDb } from './engine.ts'
import { plainKeeper, type SecretKeeper } from './secret-keeper.ts'

/**
 * What keeps the secrets of a storage. Desks that share one share its secrets, which no key store of one of them may hold then.
 * @param ownKeeper that of this machine
 */
export const keeperOf = ({ changes }: Pick<Engine, 'changes'>, ownKeeper: SecretKeeper): SecretKeeper =>
  changes ? plainKeeper : ownKeeper

/**
 * The key that signs paging tokens: made once for each keeper, kept in the storage, so that tokens outlive a restart.
 * Where it cannot be opened, as after a restore on another machine, another takes its place: lists are then begun anew.
 */
export async function cursorKey(database: Engine, ownKeeper: SecretKeeper): Promise<Buffer> {
  const keeper = keeperOf(database, ownKeeper)
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

/** What {@link dataName} is kept as. */
export const DATA_NAME = 'data-name'

/**
 * What tells the data apart from those whose place they have taken, in which the same versions of the same records were others:
 * each restore gives them another name. Empty where there was none yet.
 */
export async function dataName(db: ReadDb): Promise<string> {
  const kept = await db.selectFrom('settings').select('value').where('key', '=', DATA_NAME).executeTakeFirst()
  return kept?.value ?? ''
}

/** When all of the data was checked last on demand, and how much was found wrong. */
export interface LastCheck {
  readonly date: string
  readonly faults: number
}

const LAST_CHECK = 'last-check'

export async function findLastCheck(db: ReadDb): Promise<LastCheck | undefined> {
  const kept = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', LAST_CHECK)
    .executeTakeFirst()
  const [date = '', faults = ''] = kept?.value.split(' ') ?? []
  return kept && { date, faults: Number(faults) }
}

export async function keepLastCheck(db: WriteDb, { date, faults }: LastCheck): Promise<void> {
  const value = `${date} ${faults}`
  await db
    .insertInto('settings')
    .values({ key: LAST_CHECK, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

import type { Engine, WriteDb } from '../database/engine.ts'
import { putRow } from '../database/queries/prepared.ts'
import { addGuess, FORGOTTEN_AFTER, type Patience } from '../http/limits/throttle.ts'
import { timestamp } from '../kernel/clock.ts'
import { AT_ONCE, type Sweep } from '../operations/sweep.ts'

/**
 * Counts a wrong guess at the secret of a client, or the PIN of somebody, for all processes of a storage together, so that
 * nobody guesses at each desk anew. Nothing but a wrong guess is written, and none that comes too soon.
 * @param id whose secret it is
 * @param now by the clock of this process, which counts where it alone has the storage
 * @returns how many seconds too soon it came; 0 where it was not
 */
export async function countGuess(
  database: Engine,
  id: string,
  now: Date,
  patience?: Patience,
): Promise<number> {
  // A wait that one desk has set would be over, or past belief, by the clock of another.
  const at = (await database.sharedClock?.()) ?? now
  return database.transact(async (db) => {
    // There to be locked before it is read: of guesses that come at once, the first ones count too.
    const none = { id, guesses: 0, last_at: timestamp(at), until_at: timestamp(at) }
    await db
      .insertInto('wrong_guesses')
      .values(none)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const row = await db
      .selectFrom('wrong_guesses')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const known = row && {
      count: row.guesses,
      last: Date.parse(row.last_at),
      until: Date.parse(row.until_at),
    }
    const added = addGuess(known, at.getTime(), patience)
    if (typeof added === 'number') return added
    const times = { last_at: timestamp(at), until_at: timestamp(new Date(added.until)) }
    await putRow(db, 'wrong_guesses', { id, guesses: added.count, ...times }, ['id'])
    return 0
  })
}

/** Forgets those of a client, or of somebody, who has proved to know. */
export const forgetGuesses = async (database: Engine, id: string): Promise<void> =>
  database.transact(async (db) => dropGuesses(db, id))

/** The same within a transaction. */
export async function dropGuesses(db: WriteDb, id: string): Promise<void> {
  await db.deleteFrom('wrong_guesses').where('id', '=', id).execute()
}

/** Deletes what counts no more. */
export const sweepGuesses: Sweep = async (db, now) => {
  const old = db
    .selectFrom('wrong_guesses')
    .select('id')
    .where('last_at', '<', timestamp(new Date(now.getTime() - FORGOTTEN_AFTER)))
    .limit(AT_ONCE)
  const { numDeletedRows } = await db
    .deleteFrom('wrong_guesses')
    .where('id', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

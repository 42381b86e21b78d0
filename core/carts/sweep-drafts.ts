import { timestamp } from '../kernel/clock.ts'
import { AT_ONCE, type Sweep } from '../operations/sweep.ts'

/** So long a cart in which nothing is may be come back to. */
const KEPT_MS = 24 * 3_600_000

/** Deletes drafts that nothing was put into: nobody has seen them but who began them. */
export const sweepDrafts: Sweep = async (db, now) => {
  const old = db
    .selectFrom('carts')
    .select('id')
    .where('draft_since', '<', timestamp(new Date(now.getTime() - KEPT_MS)))
    .orderBy('draft_since')
    .orderBy('id')
    .limit(AT_ONCE)
  // All that was ever done to one of them is that it was given up.
  await db.deleteFrom('cart_events').where('cart_id', 'in', old).execute()
  const { numDeletedRows } = await db
    .deleteFrom('carts')
    .where('id', 'in', old)
    // Looked at again where somebody puts something into it at this moment: PostgreSQL chooses the rows before it waits.
    .where('draft_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

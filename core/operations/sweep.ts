import type { FastifyBaseLogger } from 'fastify'
import type { WriteDb } from '../database/engine.ts'
import type { Looks } from '../database/safekeeping.ts'
import type { Services } from '../http/routes.ts'
import { lookOften } from './look-often.ts'

/** So many rows a sweep deletes at once: whoever writes meanwhile waits for no more. */
export const AT_ONCE = 500

/**
 * Deletes rows that are too old to be of use, at most `AT_ONCE`.
 * @returns how many
 */
export type Sweep = (db: WriteDb, now: Date) => Promise<number>

/** When it is looked for what is old. */
const LOOKS: Looks = { first: 5000, every: 600_000 }

/** When it is, as far as what is old goes by it: a desk whose clock is ahead does not say that for all others. */
export async function presentOf({ clock, database }: Pick<Services, 'clock' | 'database'>): Promise<Date> {
  const [own, shared = own] = [clock(), await database.sharedClock?.()]
  return own < shared ? own : shared
}

/**
 * Sweeps the tables of what is only kept for a while, so that no request has to.
 * @returns what ends it
 */
export function sweepOften(
  { clock, condition, database }: Pick<Services, 'clock' | 'condition' | 'database'>,
  log: Pick<FastifyBaseLogger, 'error'>,
  sweeps: readonly Sweep[],
  looks = LOOKS,
): () => Promise<void> {
  let hasEnded = false

  const sweepAll = async (): Promise<void> => {
    for (const sweep of sweeps) {
      try {
        const now = await presentOf({ clock, database })
        while (!hasEnded && (await database.transact(async (db) => sweep(db, now))) === AT_ONCE);
      } catch (error) {
        condition.note(error)
        log.error({ err: error }, 'what is old could not be deleted')
      }
    }
  }
  const end = lookOften(sweepAll, looks)
  return async () => {
    hasEnded = true
    await end()
  }
}

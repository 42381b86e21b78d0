import type { FastifyBaseLogger } from 'fastify'
import type { WriteDb } from '../database/engine.ts'
import type { Services } from '../http/routes.ts'
import { timestamp } from '../kernel/clock.ts'

/** When clients were last used, by their ids, in milliseconds since 1970. */
export type Uses = ReadonlyMap<string, number>

/** So often what was gathered is written, in milliseconds: a request writes nothing for it. */
const OFTEN = 60_000

/** The later of what is kept and what this process knows beside. */
export function laterUse(kept: string | null, known: number | undefined): string | null {
  if (known === undefined) return kept
  const here = timestamp(new Date(known))
  return kept !== null && kept > here ? kept : here
}

/** Writes when clients were used, where no process has written a later time. */
export async function putUses(db: WriteDb, uses: Uses): Promise<void> {
  // In one order, so that no two processes wait for each other.
  const rows = [...uses].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [clientId, at] of rows) {
    await db
      .insertInto('client_uses')
      .values({ client_id: clientId, used_at: timestamp(new Date(at)) })
      .onConflict((conflict) =>
        conflict
          .column('client_id')
          .doUpdateSet((row) => ({ used_at: row.ref('excluded.used_at') }))
          .whereRef('client_uses.used_at', '<', 'excluded.used_at'),
      )
      .execute()
  }
}

/**
 * Keeps when clients were last used: once a minute and at the end, and only where one was.
 * @returns what ends it
 */
export function keepUses(
  { condition, database, requests }: Pick<Services, 'condition' | 'database' | 'requests'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): () => Promise<void> {
  const kept = new Map<string, number>()
  let atWork = Promise.resolve()

  const keep = async (): Promise<void> => {
    const fresh = new Map([...requests.uses].filter(([clientId, at]) => kept.get(clientId) !== at))
    if (fresh.size === 0) return
    try {
      await database.transact(async (db) => putUses(db, fresh))
      for (const [clientId, at] of fresh) kept.set(clientId, at)
    } catch (error) {
      condition.note(error)
      log.error({ err: error }, 'when programs were last used could not be kept')
    }
  }
  const look = (): void => {
    atWork = atWork.then(keep)
  }
  const timer = setInterval(look, OFTEN).unref()
  return async () => {
    clearInterval(timer)
    look()
    await atWork
  }
}

import type { FastifyBaseLogger } from 'fastify'
import type { Looks } from '../database/safekeeping.ts'
import type { Services } from '../http/routes.ts'
import { lookOften } from '../operations/look-often.ts'
import { findUnindexed } from '../records/unindexed-records.ts'

/** When it is looked for records that wait for their search terms. */
const LOOKS: Looks = { first: 5000, every: 60_000 }

/**
 * Has the search terms written that an import could not write any more, because it was killed or the file was restored, or
 * that a migration asks for anew.
 * @param index writes them all, on another thread, until it is told to end
 * @returns what ends the looking
 */
export function indexOften(
  { condition, database }: Pick<Services, 'condition' | 'database'>,
  log: Pick<FastifyBaseLogger, 'error'>,
  index: (signal: AbortSignal) => Promise<unknown>,
  looks = LOOKS,
): () => Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const hasEnded = (): boolean => signal.aborted

  const indexAll = async (): Promise<void> => {
    if (hasEnded()) return
    try {
      if (await database.read(async (db) => findUnindexed(db, 1))) await index(signal)
    } catch (error) {
      if (hasEnded()) return
      condition.note(error)
      log.error({ err: error }, 'search terms could not be written')
    }
  }
  const end = lookOften(indexAll, looks)
  return async () => {
    ending.abort()
    await end()
  }
}

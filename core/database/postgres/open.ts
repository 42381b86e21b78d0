import type { Engine } from '../engine.ts'
import { Handle } from '../handle.ts'
import { References } from '../references.ts'
import { nameOf } from './address.ts'
import { PostgresChanges } from './change-feed.ts'
import { watchServer } from './condition.ts'
import { PATIENCE } from './limits.ts'
import { migrate } from './migrate.ts'
import { requireReachable } from './open-error.ts'
import { MAX_SESSIONS, SessionPool } from './pool.ts'
import { PostgresReads } from './reads.ts'
import { ReferenceEpoch } from './reference-epoch.ts'
import { postgresCompiling } from './session.ts'
import { SingleReads } from './single-reads.ts'
import { PostgresWrites, type Isolation } from './writes.ts'

export interface PostgresOptions {
  /** Left out, `read committed`: rows are locked before they are read where they are changed, and versions are guarded. */
  readonly isolation?: Isolation | undefined
  /** The most sessions of this process, beside the one that listens. */
  readonly maxSessions?: number | undefined
  /** @see PATIENCE */
  readonly patience?: number | undefined
}

/**
 * Opens a database of a PostgreSQL server, which any number of processes may have open, and brings its schema up to date.
 * @param address such as `postgres://user:password@host:5432/database`
 * @throws DatabaseOpenError
 */
export async function openPostgres(
  address: string,
  { isolation = 'read committed', maxSessions = MAX_SESSIONS, patience = PATIENCE }: PostgresOptions = {},
): Promise<Engine> {
  await requireReachable(address)
  await migrate(address)
  const pool = new SessionPool(address, maxSessions, patience)
  const epoch = new ReferenceEpoch(new References())
  const reads = new PostgresReads(pool, epoch)
  const writes = new PostgresWrites(pool, epoch, isolation, patience)
  const changes = new PostgresChanges(address)
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await writes.finish()
    await changes.close()
    await pool.close()
  }
  return {
    name: nameOf(address),
    location: { kind: 'postgres', address },
    condition: watchServer(),
    reader: new Handle(postgresCompiling, new SingleReads(pool)),
    read: async (work) => reads.read(work),
    keptBy: (find) => epoch.keptBy(find),
    transact: async (work) => writes.transact(work),
    changes,
    safekeeping: undefined,
    noteRunningCore: undefined,
    close: async () => (closing ??= close()),
  }
}

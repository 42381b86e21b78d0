import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { Handle } from '../handle.ts'
import { asOpenError } from '../open-error.ts'
import type { ReferenceTables } from '../references.ts'
import { nameOf } from './address.ts'
import { PostgresChanges } from './change-feed.ts'
import { watchServer } from './condition.ts'
import { PATIENCE } from './limits.ts'
import { migrate } from './migrate.ts'
import { requireReachable } from './open-error.ts'
import { MAX_SESSIONS, SessionPool } from './pool.ts'
import { PostgresReads } from './reads.ts'
import { ReferenceEpochs } from './reference-epochs.ts'
import { postgresCompiling } from './session.ts'
import { SingleReads } from './single-reads.ts'
import { PostgresWrites, type Isolation } from './writes.ts'

export interface PostgresOptions {
  /**
   * Left out, as the address says (`?isolation=serializable`), or `read committed`: rows are locked before they are read
   * where they are changed, and versions are guarded.
   */
  readonly isolation?: Isolation | undefined
  /** The most sessions of this process, beside the one that listens. */
  readonly maxSessions?: number | undefined
  /** @see PATIENCE */
  readonly patience?: number | undefined
  /** @see requireReachable */
  readonly isForDesk?: boolean | undefined
}

/**
 * Opens a database of a PostgreSQL server, which any number of processes may have open, and brings its schema up to date.
 * @param address such as `postgres://user:password@host:5432/database`
 * @param tables which of them are cached
 * @throws DatabaseOpenError
 */
export async function openPostgres(
  address: string,
  tables: ReferenceTables,
  {
    isolation = isolationOf(address),
    maxSessions = MAX_SESSIONS,
    patience = PATIENCE,
    isForDesk = false,
  }: PostgresOptions = {},
): Promise<Engine> {
  await requireReachable(address, isForDesk)
  await asOpenError(nameOf(address), async () => migrate(address))
  const pool = new SessionPool(address, maxSessions, patience)
  const epochs = new ReferenceEpochs(tables)
  const reads = new PostgresReads(pool, epochs)
  const writes = new PostgresWrites(pool, epochs, { isolation, patience })
  const changes = new PostgresChanges(address)
  let closing: Promise<void> | undefined
  const reader = new Handle(postgresCompiling, new SingleReads(pool))
  const close = async (): Promise<void> => {
    await writes.finish()
    await changes.close()
    await pool.close()
  }
  return {
    name: nameOf(address),
    location: { kind: 'postgres', address },
    condition: watchServer(),
    reader,
    read: async (work, storeId) => reads.read(work, storeId),
    keptBy: (find, storeId) => epochs.keptBy(find, storeId),
    transact: async (work, about) => writes.transact(work, about),
    changes,
    sharedClock: async () => clockOf(reader),
    bytes: async () => sizeOf(reader),
    refreshStatistics: async (tables) =>
      void (await sql`analyze ${sql.join(tables.map((table) => sql.table(table)))}`.execute(reader)),
    safekeeping: undefined,
    deskDir: undefined,
    noteRunningCore: undefined,
    close: async () => (closing ??= close()),
  }
}

async function sizeOf(reader: Handle): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(reader)
  return rows[0]?.bytes ?? 0
}

async function clockOf(reader: Handle): Promise<Date> {
  const { rows } = await sql<{ milliseconds: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as milliseconds`.execute(reader)
  return new Date(rows[0]?.milliseconds ?? NaN)
}

const isolationOf = (address: string): Isolation =>
  new URL(address).searchParams.get('isolation') === 'serializable' ? 'serializable' : 'read committed'

import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { DatabaseOpenError } from '../open-error.ts'
import { migrations } from '../schema/migrations/index.ts'
import { nameOf } from './address.ts'
import { ConnectionLost } from './errors.ts'
import { sessionConfig } from './session.ts'

/** The oldest whose statements and functions are used here. */
const OLDEST = 15

/** Kysely's own lock is the session's, which is nobody's behind a pooler. */
class LocklessAdapter extends PostgresAdapter {
  override acquireMigrationLock = async (): Promise<void> => Promise.resolve()
  override releaseMigrationLock = async (): Promise<void> => Promise.resolve()
}

class MigrationDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new LocklessAdapter()
  }
}

/**
 * Brings the schema up to date, all that is missing in one transaction.
 * @throws DatabaseOpenError `newer` where a later version of the program has migrated the database, `damaged` where it is
 *   the database of another program, `unwritable` where the server is too old or the database cannot hold all text
 * @throws ConnectionLost
 */
export async function migrate(address: string): Promise<void> {
  const pool = new pg.Pool({
    ...sessionConfig(address),
    pipeline: false,
    max: 1,
    connectionTimeoutMillis: 10_000,
    // A migration takes as long as it takes.
    query_timeout: 0,
  })
  pool.on('error', () => undefined)
  let lost: Error | undefined
  // The pool listens to those only that nobody uses.
  pool.on('connect', (client) => client.on('error', (error) => (lost ??= error)))
  const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool }) })
  try {
    await requireUsable(db, address)
    if (await isUpToDate(db, address)) return
    await prepare(db)
    await db.transaction().execute(async (trx) => {
      await takeTime(trx)
      await waitForOthers(trx)
      // Many desks may start at once: the row is locked until the transaction ends, with everything that it has brought.
      await sql`select epoch from reference_epochs where store_id = '' for update`.execute(trx)
      if (await isUpToDate(trx, address)) return
      const provider = { getMigrations: async () => Promise.resolve(migrations) }
      const { error } = await new Migrator({ db: trx, provider }).migrateToLatest()
      if (error) throw error instanceof Error ? error : new Error('The migration failed.', { cause: error })
    })
  } catch (error) {
    throw lost ? new ConnectionLost(lost) : error
  } finally {
    await db.destroy()
  }
}

/** A database or its user may have limits of their own, which are meant for others: each start would come to the same end. */
async function takeTime(trx: Kysely<unknown>): Promise<void> {
  // Of some of them older servers know nothing.
  await sql`select set_config(name, '0', true) from pg_settings where name in
    ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`.execute(
    trx,
  )
}

/**
 * Waits until no transaction of a desk is under way, and lets none begin: what a desk writes is of the schema that it has seen
 * (`SeenEpoch`), and one of an older version finds out with its next.
 */
async function waitForOthers(trx: Kysely<unknown>): Promise<void> {
  if (await hasMigrations(trx)) await sql`lock table kysely_migration in access exclusive mode`.execute(trx)
}

async function requireUsable(db: Kysely<unknown>, address: string): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string; isOurs: boolean; isEmpty: boolean }>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      coalesce(to_regclass('reference_epochs'), to_regclass('reference_epoch')) is not null as "isOurs",
      not exists (select 1 from pg_tables where schemaname = current_schema()) as "isEmpty"`.execute(db)
  const [server] = rows
  const name = nameOf(address)
  if (Math.floor(Number(server?.version) / 10_000) < OLDEST) {
    throw new DatabaseOpenError('unwritable', name, `${name} is on a server older than PostgreSQL ${OLDEST}.`)
  }
  if (server?.encoding !== 'UTF8') {
    throw new DatabaseOpenError(
      'unwritable',
      name,
      `${name} cannot hold every text: its encoding has to be UTF8.`,
    )
  }
  if (!server.isOurs && !server.isEmpty) {
    throw new DatabaseOpenError('damaged', name, `${name} is not a database of Backcounter.`)
  }
}

/** @throws DatabaseOpenError `newer` */
async function isUpToDate(db: Kysely<unknown>, address: string): Promise<boolean> {
  if (!(await hasMigrations(db))) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  if (rows.some(({ name }) => !(name in migrations))) {
    const text = 'This database was written by a newer version of Backcounter. Please update the program.'
    throw new DatabaseOpenError('newer', nameOf(address), text)
  }
  return rows.length === Object.keys(migrations).length
}

async function hasMigrations(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db)
  return rows[0]?.isThere === true
}

/** What only a server needs: the rows that count how often reference data has changed (`reference-epochs.ts`). */
async function prepare(db: Kysely<unknown>): Promise<void> {
  for (let isSecond = false; ; isSecond = true) {
    try {
      await sql`create table if not exists reference_epochs
        (store_id text collate "C" primary key, epoch bigint not null)`.execute(db)
      await sql`insert into reference_epochs (store_id, epoch) values ('', 0) on conflict do nothing`.execute(
        db,
      )
      return
    } catch (error) {
      // Two desks may make the same table at the same moment: for one of them it is there the next.
      if (isSecond) throw error
    }
  }
}

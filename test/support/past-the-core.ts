import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { isDatabaseBusy } from '../../core/database/error-codes.ts'
import { locationOf } from './storage.ts'

/** In milliseconds: longer than a core writes. */
const PATIENCE = 10_000

/** Another program that has the shop of a folder open, wherever that is stored. */
interface Elsewhere {
  readonly isPostgres: boolean
  /** Runs one statement, with `?` for each parameter. @returns its rows, if it has any */
  run(sql: string, ...parameters: readonly string[]): Promise<readonly object[]>
}

/** Closed after the test. */
async function openElsewhere(dataDir: string): Promise<Elsewhere> {
  const location = await locationOf(dataDir)
  if (location.kind === 'sqlite') {
    const file = new Sqlite(join(dataDir, 'backcounter.sqlite'), { fileMustExist: true, timeout: 0 })
    onTestFinished(() => void file.close())
    return {
      isPostgres: false,
      run: async (sql, ...parameters) =>
        whenFree(() => {
          const statement = file.prepare<unknown[], object>(sql)
          if (statement.reader) return statement.all(...parameters)
          statement.run(...parameters)
          return []
        }),
    }
  }
  const client = new pg.Client({ connectionString: location.address })
  // The database may go before this does.
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(async () => client.end())
  return {
    isPostgres: true,
    run: async (sql, ...parameters) => {
      let number = 0
      const { rows } = await client.query<object>(
        sql.replaceAll(/\+?\?/g, () => `$${++number}`),
        [...parameters],
      )
      return rows
    },
  }
}

/** A core of this process that is writing, as when it sweeps, ends that only when others let it. */
async function whenFree<T>(run: () => T): Promise<T> {
  const until = performance.now() + PATIENCE
  for (;;) {
    try {
      return run()
    } catch (error) {
      if (!isDatabaseBusy(error) || performance.now() > until) throw error
      await pause(1)
    }
  }
}

/** Runs one statement that both engines understand, past everything that the core would keep anybody from. */
export async function runElsewhere(dataDir: string, sql: string): Promise<void> {
  const { run } = await openElsewhere(dataDir)
  await run(sql)
}

/**
 * Somebody else's write that keeps all others who write to a table waiting, and nobody who reads.
 * @returns ends it, and undoes what it has done
 */
export async function writeElsewhere(dataDir: string, table: string): Promise<() => Promise<void>> {
  const { isPostgres, run } = await openElsewhere(dataDir)
  if (isPostgres) {
    await run('begin')
    await run(`lock table ${table} in exclusive mode`)
  } else await run('begin immediate')
  return async () => void (await run('rollback'))
}

/**
 * Resolves once so many wait for what somebody else has locked. Where nobody reads before it is their turn to write,
 * there is nothing to wait for.
 */
export async function waitersFor(dataDir: string, count: number): Promise<void> {
  const { isPostgres, run } = await openElsewhere(dataDir)
  if (!isPostgres) return
  const waiting = async () =>
    run(`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  await expect.poll(async () => (await waiting()).length, { interval: 20 }).toBe(count)
}

/**
 * There is no more room on the disk for what is put into a table, or changed in it.
 * @returns makes room again
 */
export async function fillDisk(
  dataDir: string,
  table: string,
  write: 'insert' | 'update' = 'insert',
): Promise<() => Promise<void>> {
  const { isPostgres, run } = await openElsewhere(dataDir)
  if (isPostgres) {
    await run(
      `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`,
    )
    await run(`create trigger no_room before ${write} on ${table} execute function refuse()`)
    return async () => void (await run(`drop trigger no_room on ${table}`))
  }
  await run(
    `create trigger no_room before ${write} on ${table}
     begin select raise(abort, 'database or disk is full'); end`,
  )
  return async () => void (await run('drop trigger no_room'))
}

/**
 * Makes many orders of those that there are, an hour apart from the beginning of 2026: a server plans by what is in a
 * table, and a file by its indexes alone. What belongs to an order is not copied.
 */
export async function multiplyOrders(dataDir: string): Promise<void> {
  const { isPostgres, run } = await openElsewhere(dataDir)
  if (!isPostgres) return
  await run('set session_replication_role = replica')
  await run(
    `insert into orders select (jsonb_populate_record(one, jsonb_build_object(
       'id', md5(one.id || n)::uuid, 'order_number', one.order_number || n,
       'created_at', to_char(timestamp '2026-01-01' + n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))).*
     from orders as one, generate_series(1, 5000) as n`,
  )
  await run('analyze orders')
}

/**
 * How a query would be answered from tables so large that an index is worth its while.
 * @returns the engine's own words; `sorts` where rows are sorted once they have been read
 */
export async function planOf(
  dataDir: string,
  query: string,
  ...parameters: readonly string[]
): Promise<{ readonly text: string; readonly sorts: boolean }> {
  const { isPostgres, run } = await openElsewhere(dataDir)
  // It knows how few rows there are, and reads them all, unless that is out of the question.
  if (isPostgres) await run('set enable_seqscan = off')
  const text = await explain({ isPostgres, run }, query, parameters)
  return { text, sorts: /TEMP B-TREE|\bSort\b/.test(text) }
}

/** How a query is answered from tables as large as they are. @returns the engine's own words */
export const planNow = async (
  dataDir: string,
  query: string,
  ...parameters: readonly string[]
): Promise<string> => explain(await openElsewhere(dataDir), query, parameters)

async function explain(
  { isPostgres, run }: Elsewhere,
  query: string,
  parameters: readonly string[],
): Promise<string> {
  const plan = await run(`explain ${isPostgres ? '' : 'query plan '}${query}`, ...parameters)
  return plan.map((row) => Object.values(row).join(' ')).join('\n')
}

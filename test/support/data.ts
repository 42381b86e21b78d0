import { join } from 'node:path'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { createClient, type CreatedClient, type NewClient } from '../../core/access/clients.ts'
import type { WriteDb } from '../../core/database/engine.ts'
import type { Tables } from '../../core/database/schema/tables.ts'
import { withEngine } from '../../core/engines.ts'
import { locationOf } from './storage.ts'
import { findStoreByCode } from '../../core/stores/store.repository.ts'

/** A write beside the running core, as the commands of the command line do. */
export async function inDatabase<T>(dataDir: string, work: (db: WriteDb) => Promise<T>): Promise<T> {
  return withEngine(await locationOf(dataDir), async (engine) => engine.transact(work))
}

/** Registers a client as the command line does, beside the running core. */
export const register = async (
  dataDir: string,
  client: Omit<NewClient, 'storeId'>,
  store: string,
  now = new Date(),
): Promise<CreatedClient> =>
  inDatabase(dataDir, async (db) => {
    const found = await findStoreByCode(db, store)
    if (!found) throw new Error(`There is no store ${store}.`)
    return createClient(db, now, { storeId: found.id, ...client })
  })

/** The file as another program opens it; closed after the test. */
export function openFile(dataDir: string): SqliteFile {
  const file = new Sqlite(join(dataDir, 'backcounter.sqlite'))
  onTestFinished(() => void file.close())
  return file
}

/** The file itself, past everything that the core would keep anybody from. */
export function withFile<T>(dataDir: string, work: (file: SqliteFile) => T): T {
  const file = new Sqlite(join(dataDir, 'backcounter.sqlite'))
  try {
    return work(file)
  } finally {
    file.close()
  }
}

/** The rows of a table, wherever the shop of a folder is stored. */
export const storedRows = async (dataDir: string, table: keyof Tables): Promise<unknown[]> =>
  inDatabase(dataDir, async (db) => db.selectFrom(table).selectAll().execute())

/** The rows of a table of a file. */
export const rowsOf = (dataDir: string, table: string): unknown[] =>
  withFile(dataDir, (file) => file.prepare(`select * from "${table}"`).all())

/** The whole database as it is now, page by page. */
export const snapshot = (dataDir: string): Buffer => withFile(dataDir, (file) => file.serialize())

/** The tables in which anything is different since the snapshot, by a row or by a character. */
export function changesSince(before: Buffer, dataDir: string): string[] {
  const after = snapshot(dataDir)
  if (after.equals(before)) return []
  const [old, now] = [rowsByTable(before), rowsByTable(after)]
  return [...new Set([...old.keys(), ...now.keys()])].filter((table) => old.get(table) !== now.get(table))
}

function rowsByTable(image: Buffer): Map<string, string> {
  // In memory there is no write-ahead log: bytes 18 and 19 of the header say so.
  const file = new Sqlite(Buffer.from(image).fill(1, 18, 20))
  const tables = file.prepare<[], string>(`select name from sqlite_master where type = 'table'`).pluck().all()
  return new Map(
    tables.map((table) => [table, JSON.stringify(file.prepare(`select * from "${table}"`).raw().all())]),
  )
}

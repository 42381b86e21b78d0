import { join } from 'node:path'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { createClient, type CreatedClient, type NewClient } from '../../core/access/clients.ts'
import type { WriteDb } from '../../core/database/engine.ts'
import type { Tables } from '../../core/database/schema/tables.ts'
import { withEngine } from '../../core/engines.ts'
import { locationOf } from './storage.ts'
import { findStoreByCode } from '../../core/stores/store.repository.ts'

const DATABASE = 'backcounter.sqlite'

/** A write beside the running core, as the commands of the command line do. */
export async function inDatabase<T>(dataDir: string, work: (db: WriteDb) => Promise<T>): Promise<T> {
  return withEngine(await locationOf(dataDir), async (engine) => engine.transact(work))
}

/** Registers a client as the command line does, beside the running core. */
export const register = async (
  dataDir: string,
  client: NewClient,
  store: string,
  now = new Date(),
): Promise<CreatedClient> =>
  inDatabase(dataDir, async (db) => {
    const found = await findStoreByCode(db, store)
    if (!found) throw new Error(`There is no store ${store}.`)
    return createClient(db, { storeId: found.id, name: 'Command line', now }, client)
  })

/** The file as another program opens it; closed after the test. */
export function openFile(dataDir: string): SqliteFile {
  const file = fileOf(dataDir)
  onTestFinished(() => void file.close())
  return file
}

/** @throws where there is none: an empty one would prove nothing, and is what a shop on a server has */
const fileOf = (dataDir: string): SqliteFile => new Sqlite(join(dataDir, DATABASE), { fileMustExist: true })

/** The file itself, past everything that the core would keep anybody from. */
export function withFile<T>(dataDir: string, work: (file: SqliteFile) => T): T {
  const file = fileOf(dataDir)
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

/** All that the shop of a folder holds, wherever it is stored: a look at the file as it was, or a digest of each table's rows. */
type Content = Look | Digests
type Digests = ReadonlyMap<string, string>

/** Two connections to a file, until the test ends. */
interface Look {
  /** Goes on reading what was there. */
  readonly was: SqliteFile
  /** Tells by a number whether anybody has committed anything since. */
  readonly now: SqliteFile
  readonly version: unknown
}

/** The shop of a folder as it is now, to be compared. */
export async function contentNow(dataDir: string): Promise<Content> {
  const location = await locationOf(dataDir)
  if (location.kind === 'postgres') return digestsOf(location.address)
  const [now, was] = [openFile(dataDir), openFile(dataDir)]
  const version = versionOf(now)
  was.exec('begin')
  was.prepare('select 1 from sqlite_schema').get()
  return { was, now, version }
}

/** The tables in which anything is different since then, by a row or by a character, wherever the shop is stored. */
export async function changedTables(before: Content, dataDir: string): Promise<string[]> {
  if ('was' in before) {
    const { now, was, version } = before
    return versionOf(now) === version ? [] : changesSince(was.serialize(), dataDir)
  }
  const location = await locationOf(dataDir)
  if (location.kind === 'sqlite') throw new Error(`The shop of ${dataDir} was on a server.`)
  const after = await digestsOf(location.address)
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (table) => table !== WRITTEN_BY_ITSELF && before.get(table) !== after.get(table),
  )
}

const versionOf = (file: SqliteFile): unknown => file.pragma('data_version', { simple: true })

const digestsOf = async (address: string): Promise<Digests> =>
  withServer(address, async (client) => {
    const digests = (await tablesOfServer(client)).map(
      (name) => `select '${name}' as name,
        md5(coalesce(string_agg(r::text, chr(10) order by r::text collate "C"), '')) as digest from "${name}" r`,
    )
    const { rows } = await client.query<{ name: string; digest: string }>(digests.join(' union all '))
    return new Map(rows.map(({ name, digest }) => [name, digest]))
  })

async function withServer<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function tablesOfServer(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema()',
  )
  return rows.map(({ name }) => name)
}

/** Whether a text stands anywhere in the shop of a folder, wherever it is stored: in a file, in what was deleted, too. */
export async function holds(dataDir: string, text: string): Promise<boolean> {
  const location = await locationOf(dataDir)
  if (location.kind === 'sqlite') return snapshot(dataDir).includes(text)
  return withServer(location.address, async (client) => {
    const finds = (await tablesOfServer(client)).map(
      (name) => `select 1 from "${name}" r where position($1 in r::text) > 0`,
    )
    const { rowCount } = await client.query(finds.join(' union all '), [text])
    return (rowCount ?? 0) > 0
  })
}

/** It is written once a minute, by itself: when clients were last used. */
const WRITTEN_BY_ITSELF = 'client_uses'

/** The tables in which anything is different since the snapshot, by a row or by a character. */
export function changesSince(before: Buffer, dataDir: string): string[] {
  const after = snapshot(dataDir)
  if (after.equals(before)) return []
  const [old, now] = [inMemory(before), inMemory(after)]
  const pages = differingPages(before, after)
  const touched = new Set([...tablesOn(pages, old), ...tablesOn(pages, now)])
  return [...new Set([...tablesOf(old), ...tablesOf(now)])].filter(
    (table) => table !== WRITTEN_BY_ITSELF && touched.has(table) && rowsIn(table, old) !== rowsIn(table, now),
  )
}

/** In memory there is no write-ahead log: bytes 18 and 19 of the header say so. */
const inMemory = (image: Buffer): SqliteFile => new Sqlite(Buffer.from(image).fill(1, 18, 20))

/** By their numbers; reading the rows of all tables takes twenty times as long. */
function differingPages(before: Buffer, after: Buffer): number[] {
  const size = after.readUInt16BE(16)
  const count = Math.max(before.length, after.length) / size
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const [from, to] = [index * size, (index + 1) * size]
    return before.subarray(from, to).equals(after.subarray(from, to)) ? [] : [index + 1]
  })
}

/** The tables that have any of the pages, or an index that has. */
const tablesOn = (pages: readonly number[], file: SqliteFile): string[] =>
  file
    .prepare<[string], string>(
      `select distinct tbl_name from dbstat join sqlite_schema using (name)
      where pageno in (select value from json_each(?))`,
    )
    .pluck()
    .all(JSON.stringify(pages))

const tablesOf = (file: SqliteFile): string[] =>
  file.prepare<[], string>(`select name from sqlite_schema where type = 'table'`).pluck().all()

const rowsIn = (table: string, file: SqliteFile): string | undefined =>
  tablesOf(file).includes(table)
    ? JSON.stringify(file.prepare(`select * from "${table}"`).raw().all())
    : undefined

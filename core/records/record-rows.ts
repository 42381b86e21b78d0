import type { Insertable, QueryCreator } from 'kysely'
import type { WriteDb } from '../database/engine.ts'
import { inParts } from '../database/queries/in-parts.ts'
import { insertRows, updateVersion } from '../database/queries/prepared.ts'
import type { TableName, Tables } from '../database/schema/tables.ts'
import type { Author } from '../history/record-events.ts'
import { isSame } from './is-same.ts'
import type { RecordRows, StoredRecord } from './noun.ts'

/** Tables whose rows are records: each with its store and its version. */
export type RecordTable = {
  [T in TableName]: Tables[T] extends { id: string; store_id: string; version: number } ? T : never
}[TableName]

/** What is kept of records in a table beside their own, and replaced as a whole where it changes. */
export interface Part<R> {
  /** What it holds of a record, to tell whether that changes. */
  rows(record: R): unknown
  insert(db: WriteDb, records: readonly R[]): Promise<void>
  delete(db: WriteDb, ids: readonly string[]): Promise<void>
}

/**
 * A part that is rows of one table.
 * @param key the column that holds the record's id
 */
export const part = <T extends TableName, R>(
  table: T,
  key: string & keyof Tables[T],
  rows: (record: R) => readonly Insertable<Tables[T]>[],
): Part<R> => ({
  rows,
  insert: async (db, records) => insertRows(db, table, records.flatMap(rows)),
  delete: async (db, ids) => {
    const column: string = key
    await inParts(ids, async (some) =>
      untyped(db).deleteFrom<string>(table).where(column, 'in', some).execute(),
    )
  },
})

/** The same, of rows that `rows` leaves the record's id out of. */
export const partBesideId = <T extends TableName, K extends string & keyof Tables[T], R>(
  table: T,
  key: K,
  rows: (record: R) => readonly Omit<Insertable<Tables[T]>, K>[],
): Part<R & Pick<StoredRecord, 'id'>> =>
  part(table, key, (record) =>
    rows(record).map((row) => ({ [key]: record.id, ...row }) as unknown as Insertable<Tables[T]>),
  )

/**
 * Keeps records as a row each, and rows of other tables that belong to it.
 * @param columns of the record's own row, beside its id, store and version; with who writes it, and when
 * @param parts those that others refer to first
 */
export const recordRows = <T extends RecordTable, R extends StoredRecord>(
  table: T,
  columns: (record: R, author: Author) => Omit<Insertable<Tables[T]>, 'id' | 'store_id' | 'version'>,
  parts: readonly Part<R>[] = [],
): RecordRows<R> => ({
  table,
  insert: async (db, author, records) => {
    const rows = records.map((record) => ({
      id: record.id,
      store_id: author.storeId,
      version: record.version,
      ...columns(record, author),
    }))
    await insertRows(db, table, rows as unknown as Insertable<Tables[T]>[])
    for (const { insert } of parts) await insert(db, records)
  },
  update: async (db, author, changes) => {
    for (const { before, after } of changes) {
      const own = { version: after.version, ...columns(after, author) } as unknown
      await updateVersion(db, table, before, own as Parameters<typeof updateVersion<T>>[3])
    }
    const moved = parts.map((each) => ({
      each,
      records: changes.flatMap(({ before, after }) =>
        isSame(each.rows(before), each.rows(after)) ? [] : [after],
      ),
    }))
    for (const { each, records } of moved.toReversed()) await deleteOf(db, each, records)
    for (const { each, records } of moved) await each.insert(db, records)
  },
  delete: async (db, _author, record) => {
    // Its own row first, as where it is changed: one of two who write waits for the other.
    const own = { version: record.version + 1 } as unknown
    await updateVersion(db, table, record, own as Parameters<typeof updateVersion<T>>[3])
    for (const each of parts.toReversed()) await deleteOf(db, each, [record])
    await untyped(db).deleteFrom<string>(table).where('id', '=', record.id).execute()
  },
})

async function deleteOf<R extends StoredRecord>(
  db: WriteDb,
  each: Part<R>,
  records: readonly R[],
): Promise<void> {
  if (records.length > 0)
    await each.delete(
      db,
      records.map(({ id }) => id),
    )
}

/** Tables and columns have been checked by the caller's types. */
const untyped = (db: WriteDb) => db as unknown as QueryCreator<Record<string, Record<string, unknown>>>

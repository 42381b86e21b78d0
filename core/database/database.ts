import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** A handle inside a read: one consistent state of the database, and no way to write. */
export type ReadDb = Pick<Kysely<Tables>, 'selectFrom' | 'withRecursive'>

/** A handle inside the one transaction of a write. */
export type WriteDb = Transaction<Tables>

/**
 * The database of one core: a writer and a reader of their own, so that a read never sees half of a write. Only
 * `read` and `transact` reach the handles; operations get theirs as an argument, because on SQLite a second
 * handle inside a transaction would wait for itself.
 */
export interface Database {
  readonly file: string
  readonly writer: Kysely<Tables>
  readonly reader: Kysely<Tables>
  close(): Promise<void>
}

/** Runs a read on one consistent state. */
export const read = async <T>(database: Database, work: (db: ReadDb) => Promise<T>): Promise<T> =>
  database.reader.transaction().execute(work)

/** Runs a write as one transaction: all of it is on disk when this resolves, nothing of it when it rejects. */
export const transact = async <T>(database: Database, work: (db: WriteDb) => Promise<T>): Promise<T> =>
  database.writer.transaction().execute(work)

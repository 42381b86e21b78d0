import type { Handle } from './handle.ts'
import type { Kept } from './references.ts'

/** A handle inside a read: one consistent state of the database, and no way to write. */
export type ReadDb = Pick<Handle, 'selectFrom' | 'withRecursive' | 'compiling' | 'run' | 'keptBy'>

/** A handle inside the one transaction of a write. */
export type WriteDb = Handle

/**
 * The database of one core. Reads and writes have connections of their own, so that a read never sees half of a
 * write. Operations get their handle as an argument, because on SQLite a second one inside a transaction would wait
 * for itself.
 */
export interface Database {
  readonly file: string
  /** For single statements outside of any transaction. */
  readonly reader: Handle
  read<T>(work: (db: ReadDb) => Promise<T>): Promise<T>
  /** What a read of reference data has found before and would find now. */
  keptBy(read: object): Kept
  transact<T>(work: (db: WriteDb) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Runs a read on one consistent state. */
export const read = async <T>(
  database: Pick<Database, 'read'>,
  work: (db: ReadDb) => Promise<T>,
): Promise<T> => database.read(work)

/**
 * Runs a write whole or not at all: all of it is on disk when this resolves, nothing of it when it rejects. Writes that
 * come at the same time share one commit.
 */
export const transact = async <T>(database: Database, work: (db: WriteDb) => Promise<T>): Promise<T> =>
  database.transact(work)

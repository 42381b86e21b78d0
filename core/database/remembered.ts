import type { Database, ReadDb } from './database.ts'

/** More of one read than a shop has products on its counter in a day; the oldest give way. */
const MAX_KEPT = 5000

/**
 * Makes a read of reference data one that remembers. "Not found" is not remembered: callers could ask for anything.
 * @param read of reference tables only; nobody may change what it answers
 */
export function remembered<Key extends readonly string[], T>(
  read: (db: ReadDb, ...key: Key) => Promise<T>,
): Remembered<Key, T> {
  const remembering: Remembered<Key, T> = async (db, ...key) => {
    const name = keyOf(key)
    const known = db.keptBy(remembering)?.get(name) as T | undefined
    if (known !== undefined) return known
    const found = await read(db, ...key)
    if (found === undefined) return found
    // Asked again: the transaction may have ended, or changed something, meanwhile.
    const kept = db.keptBy(remembering)
    kept?.set(name, found)
    if (kept && kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
    return found
  }
  return remembering
}

/** A read of reference data that remembers what it has found. */
export type Remembered<Key extends readonly string[], T> = (db: ReadDb, ...key: Key) => Promise<T>

/** Under what an answer is remembered. */
export const keyOf = (key: readonly string[]): string =>
  key.length === 1 ? String(key[0]) : JSON.stringify(key)

/**
 * A read of reference data on its own. What is remembered needs no transaction, and is there at once: of what every
 * request asks, nothing has to be waited for.
 */
export const recall = <Key extends readonly string[], T>(
  database: Database,
  find: Remembered<Key, T>,
  ...key: Key
): T | Promise<T> =>
  (database.keptBy(find).get(keyOf(key)) as T | undefined) ?? database.read(async (db) => find(db, ...key))

import type { Engine, ReadDb } from './engine.ts'

/** More of one read than a shop has products on its counter in a day; the oldest give way. */
const MAX_KEPT = 5000
/** Characters of a key; what is asked for by more is read every time. */
export const MAX_KEY = 500

/**
 * Makes a read of reference data one that remembers. What nothing was found for is not remembered, in whatever way the
 * read says so: callers could ask for anything.
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
    if (isNothing(found) || name.length > MAX_KEY) return found
    // Asked again: the transaction may have ended, or changed something, meanwhile.
    const kept = db.keptBy(remembering)
    kept?.set(name, found)
    if (kept && kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
    return found
  }
  return remembering
}

/** Nothing there, `false`, or a list or collection of nothing. */
const isNothing = (found: unknown): boolean =>
  found === undefined ||
  found === null ||
  found === false ||
  (Array.isArray(found) && found.length === 0) ||
  ((found instanceof Map || found instanceof Set) && found.size === 0)

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
  database: Engine,
  find: Remembered<Key, T>,
  ...key: Key
): T | Promise<T> =>
  (database.keptBy(find)?.get(keyOf(key)) as T | undefined) ?? database.read(async (db) => find(db, ...key))

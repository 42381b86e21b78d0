import type { Engine, ReadDb } from './engine.ts'

/** More of one read than a shop has products on its counter in a day; the oldest give way. */
const MAX_KEPT = 5000
/** Characters of a key; what is asked for by more is read every time. */
export const MAX_KEY = 500

/** What a read is asked by: values, lists of them, and records, which are told by their ids. */
export type KeyPart = string | number | boolean | undefined | { readonly id: string } | readonly string[]

/** A list of at least one. */
export type NonEmpty<T> = readonly [T, ...T[]]

/**
 * What may be kept: a record, or a list of at least one. That nothing was found is `undefined` and never kept, because
 * callers could ask for anything; so `false`, which could mean it, and lists or collections that may be empty are none.
 */
export type Found = NonEmpty<unknown> | (object & { readonly [Symbol.iterator]?: never })

/** The list, where it is one of at least one. */
export const nonEmpty = <T>(list: readonly T[]): NonEmpty<T> | undefined =>
  list.length === 0 ? undefined : (list as NonEmpty<T>)

/** A read of reference data that keeps what it finds. */
export type CachedRead<Key extends readonly KeyPart[], T extends Found | undefined> = (
  db: ReadDb,
  ...key: Key
) => Promise<T>

/**
 * Makes a read of reference data one that keeps what it finds, until some of that data changes.
 * @param read of reference tables only, by its key alone; records of the key come from the same handle. Nobody may change
 *   what it answers
 */
export function cached<Key extends readonly KeyPart[], T extends Found | undefined>(
  read: (db: ReadDb, ...key: Key) => Promise<T>,
): CachedRead<Key, T> {
  const reading: CachedRead<Key, T> = async (db, ...key) => {
    const name = keyOf(key)
    const before = db.keptBy(reading)
    const known = before?.get(name) as T | undefined
    if (known !== undefined) return known
    const found = await read(before ? db.ofReferences() : db, ...key)
    if (found === undefined || name.length > MAX_KEY) return found
    // Asked again: the transaction may have ended, or changed something, meanwhile.
    const kept = db.keptBy(reading)
    kept?.set(name, found)
    if (kept && kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
    return found
  }
  return reading
}

/** Under what an answer is kept: different keys of a read never come to the same. */
export function keyOf(key: readonly KeyPart[]): string {
  const [only] = key
  return key.length === 1 && typeof only === 'string' ? only : JSON.stringify(key.map(valueOf))
}

const valueOf = (part: KeyPart): unknown => (typeof part === 'object' && 'id' in part ? part.id : part)

/**
 * A cached read on its own. What is kept needs no transaction, and is there at once: of what every request asks,
 * nothing has to be waited for.
 */
export const readCached = <Key extends readonly KeyPart[], T extends Found | undefined>(
  engine: Pick<Engine, 'keptBy' | 'read'>,
  read: CachedRead<Key, T>,
  ...key: Key
): T | Promise<T> =>
  (engine.keptBy(read)?.get(keyOf(key)) as T | undefined) ?? engine.read(async (db) => read(db, ...key))

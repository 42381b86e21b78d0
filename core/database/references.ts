import type { ReadDb } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Where the daily business is kept, and what is never remembered. All other tables are reference data: settings, clients, catalog, prices, price
 * groups, methods. They change seldom, are read by every request, and what was read of them is remembered. A table
 * that is in neither list is reference data, which is slower at worst.
 */
const businessTables: ReadonlySet<string> = new Set<keyof Tables>([
  // Read at the start and never again.
  'settings',
  'refresh_tokens',
  'authorization_codes',
  'idempotency_keys',
  'order_numbers',
  'customers',
  'customer_addresses',
  'customer_group_members',
  'customer_terms',
  'carts',
  'cart_lines',
  'cart_addresses',
  'cart_shipments',
  'cart_properties',
  'cart_line_properties',
  'cart_promotion_codes',
  'cart_discounts',
  'orders',
  'order_lines',
  'order_addresses',
  'order_shipments',
  'order_properties',
  'order_line_properties',
  'order_discounts',
  'order_events',
  'order_terms',
  'payments',
])

/** Rows that are added here make nothing untrue: what is not there is not remembered. */
const appendedTables: ReadonlySet<string> = new Set<keyof Tables>(['access_tokens', 'grants'])

/** Whether a write to a table may make what is remembered untrue. */
export const mayChangeReferences = (table: string, isInsert: boolean): boolean =>
  !businessTables.has(table) && !(isInsert && appendedTables.has(table))

/** What one read has found, by its arguments. */
export type Kept = Map<string, unknown>

/** More of one read than a shop has products on its counter in a day; the oldest give way. */
const MAX_KEPT = 5000

/**
 * What reads of reference data have found. It is forgotten, all of it, whenever some of that data changes: by this
 * process, which sees every write of its own, or by another, whose commits the database tells of. A transaction
 * that began before such a change neither uses nor adds anything afterwards.
 */
export class References {
  #age = 0
  readonly #kept = new Map<object, Kept>()

  /** How often everything has been forgotten. */
  get age(): number {
    return this.#age
  }

  forget(): void {
    this.#age++
    this.#kept.clear()
  }

  keptBy(read: object): Kept {
    let kept = this.#kept.get(read)
    if (!kept) {
      kept = new Map()
      this.#kept.set(read, kept)
    }
    return kept
  }
}

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

import type { Tables } from './schema/tables.ts'

/**
 * Where the daily business is kept, and what is never remembered. All other tables are reference data: settings, clients, catalog, prices, price
 * groups, methods. They change seldom, are read by every request, and what was read of them is remembered. A table
 * that is in neither list is reference data, which is slower at worst.
 */
const businessTables: ReadonlySet<string> = new Set<keyof Tables>([
  // Read at the start and never again.
  'settings',
  // Added when it is given out, deleted long after it has expired: what is remembered of it says when that is.
  'access_tokens',
  'refresh_tokens',
  'authorization_codes',
  'idempotency_keys',
  'order_numbers',
  'customers',
  'customer_addresses',
  'customer_group_members',
  'customer_terms',
  'walk_in_customers',
  'carts',
  'cart_lines',
  'cart_addresses',
  'cart_shipments',
  'cart_properties',
  'cart_line_properties',
  'cart_promotion_codes',
  'cart_discounts',
  'cart_events',
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
const appendedTables: ReadonlySet<string> = new Set<keyof Tables>(['grants'])

/** Whether a write to a table may make what is remembered untrue. */
export const mayChangeReferences = (table: string, isInsert: boolean): boolean =>
  !businessTables.has(table) && !(isInsert && appendedTables.has(table))

/** What one read has found, by its arguments. */
export type Kept = Map<string, unknown>

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

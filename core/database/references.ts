import { AliasNode, TableNode, type OperationNode, type RootOperationNode, type WithNode } from 'kysely'
import type { Tables } from './schema/tables.ts'

/**
 * Where the daily business is kept, and what is never cached. All other tables are reference data: settings, clients, catalog, prices,
 * price groups, methods. They change seldom, are read by every request, and what was read of them is cached. A table
 * that is in neither list is reference data, which is slower at worst.
 */
const businessTables: ReadonlySet<string> = new Set<keyof Tables>([
  // Read at the start and never again.
  'settings',
  // Added when it is given out, deleted long after it has expired: what is cached of it says when that is.
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

/** Rows that are added here make nothing untrue: what is not there is not cached. */
const appendedTables: ReadonlySet<string> = new Set<keyof Tables>(['grants'])

/**
 * Whether a query may make untrue what is kept, told from its tree. What cannot be told from it (a statement of text, a
 * table that is none) may.
 */
export function changesReferences(query: RootOperationNode): boolean {
  switch (query.kind) {
    case 'SelectQueryNode':
      return withs(query).some(changesReferences)
    case 'InsertQueryNode':
      return isReference(query.into, appendedTables) || withs(query).some(changesReferences)
    case 'UpdateQueryNode':
      return isReference(query.table) || withs(query).some(changesReferences)
    case 'DeleteQueryNode':
      return query.from.froms.some((table) => isReference(table)) || withs(query).some(changesReferences)
    default:
      return true
  }
}

/** The queries before a query that it is made with: on some engines they may write. */
const withs = (query: { readonly with?: WithNode }): RootOperationNode[] =>
  (query.with?.expressions ?? []).map(({ expression }) => expression as RootOperationNode)

function isReference(node: OperationNode | undefined, besides?: ReadonlySet<string>): boolean {
  const table = node && nameOf(node)
  return table === undefined || !(businessTables.has(table) || besides?.has(table))
}

const nameOf = (node: OperationNode): string | undefined => {
  if (AliasNode.is(node)) return nameOf(node.node)
  return TableNode.is(node) ? node.table.identifier.name : undefined
}

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

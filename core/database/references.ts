import { AliasNode, TableNode, type OperationNode, type RootOperationNode, type WithNode } from 'kysely'
import type { TableName } from './schema/tables.ts'

/** What a room says of its tables. */
export interface DeclaredTables {
  readonly tables: readonly TableName[]
  readonly cached: readonly TableName[]
  readonly cachedByKey?: readonly TableName[]
}

/**
 * Where the daily business is kept, which is never cached. All other tables are reference data: they change seldom, are
 * read by every request, and what was read of them is cached. Until the rooms have said which is which, every table is
 * reference data, as one of no room always is: slower, but never wrong.
 */
let businessTables: ReadonlySet<string> = new Set()
/** Rows that are added here make nothing untrue: what is not there is not cached. */
let appendedTables: ReadonlySet<string> = new Set()

/** Tells, once in a process, of which tables of the rooms reads are cached. */
export function declareCached(rooms: readonly DeclaredTables[]): void {
  const byKey = rooms.flatMap(({ cachedByKey = [] }) => cachedByKey)
  const references = new Set([...byKey, ...rooms.flatMap(({ cached }) => cached)])
  businessTables = new Set(rooms.flatMap(({ tables }) => tables).filter((table) => !references.has(table)))
  appendedTables = new Set(byKey)
}

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

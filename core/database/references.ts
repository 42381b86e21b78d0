import { AliasNode, TableNode, type OperationNode, type RootOperationNode, type WithNode } from 'kysely'
import type { TableName } from './schema/tables.ts'

/** What a room says of its tables. */
export interface DeclaredTables {
  readonly tables: readonly TableName[]
  readonly cached: readonly TableName[]
  readonly cachedByKey?: readonly TableName[]
  readonly cachedForGood?: readonly TableName[]
}

/**
 * Which tables hold reference data: they change seldom, are read by every request, and what was read of them is cached.
 * The daily business is in the others and never cached. A table of no room is reference data: slower, but never wrong.
 */
export class ReferenceTables {
  readonly #references: ReadonlySet<string>
  readonly #business: ReadonlySet<string>
  /** Rows that are added here make nothing untrue: what is not there is not cached. */
  readonly #appended: ReadonlySet<string>
  /** Nor do rows that are deleted here: they count no more. */
  readonly #forGood: ReadonlySet<string>
  /** Trees of queries that read nothing else. */
  readonly #harmless = new WeakSet<object>()

  /** @param rooms all of them: what none lists under `cached` may be read by no cached read */
  constructor(rooms: readonly DeclaredTables[]) {
    this.#forGood = new Set(rooms.flatMap(({ cachedForGood = [] }) => cachedForGood))
    this.#appended = new Set([...this.#forGood, ...rooms.flatMap(({ cachedByKey = [] }) => cachedByKey)])
    this.#references = new Set([...this.#appended, ...rooms.flatMap(({ cached }) => cached)])
    this.#business = new Set(
      rooms.flatMap(({ tables }) => tables).filter((table) => !this.#references.has(table)),
    )
  }

  /**
   * Whether a query may make untrue what is kept, told from its tree. What cannot be told from it (a statement of text, a
   * table that is none) may.
   */
  isChangedBy(query: RootOperationNode): boolean {
    if ('with' in query && withs(query).some((before) => this.isChangedBy(before))) return true
    switch (query.kind) {
      case 'SelectQueryNode':
        return false
      case 'InsertQueryNode':
        return this.#isReference(query.into, query.onConflict?.updates ? undefined : this.#appended)
      case 'UpdateQueryNode':
        return this.#isReference(query.table)
      case 'DeleteQueryNode':
        return query.from.froms.some((table) => this.#isReference(table, this.#forGood))
      default:
        return true
    }
  }

  /**
   * Holds a cached read to what it may read: what it finds elsewhere would be kept for longer than it is true. Tables in
   * pieces of text are not seen.
   * @throws Error which names the table
   */
  requireNothingElse(query: RootOperationNode): void {
    if (this.#harmless.has(query)) return
    for (const table of tablesIn(query)) {
      if (this.#business.has(table)) {
        throw new Error(`A cached read reads ${table}, which its room does not list under \`cached\`.`)
      }
    }
    this.#harmless.add(query)
  }

  #isReference(node: OperationNode | undefined, besides?: ReadonlySet<string>): boolean {
    const table = node && nameOf(node)
    return table === undefined || !(this.#business.has(table) || besides?.has(table))
  }
}

/** The queries before a query that it is made with: on some engines they may write. */
const withs = (query: { readonly with?: WithNode }): RootOperationNode[] =>
  (query.with?.expressions ?? []).map(({ expression }) => expression as RootOperationNode)

const nameOf = (node: OperationNode): string | undefined => {
  if (AliasNode.is(node)) return nameOf(node.node)
  return TableNode.is(node) ? node.table.identifier.name : undefined
}

/** The tables that are named anywhere in a tree. */
function* tablesIn(node: object): Generator<string> {
  if ('kind' in node && TableNode.is(node as OperationNode)) yield (node as TableNode).table.identifier.name
  for (const part of Object.values(node)) {
    if (typeof part === 'object' && part !== null) yield* tablesIn(part as object)
  }
}

/** What one read has found, by its arguments. */
export type Kept = Map<string, unknown>

/**
 * What reads of reference data have found. It is forgotten, all of it, whenever some of that data changes: by this
 * process, which sees every write of its own, or by another, whose commits the database tells of. A transaction
 * that began before such a change neither uses nor adds anything afterwards.
 */
export class References {
  readonly tables: ReferenceTables
  #age = 0
  readonly #kept = new Map<object, Kept>()

  constructor(tables: ReferenceTables) {
    this.tables = tables
  }

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

import { AliasNode, TableNode, type OperationNode, type RootOperationNode, type WithNode } from 'kysely'
import type { TableName } from './schema/tables.ts'

/** What a room says of its tables. */
export interface DeclaredTables {
  readonly tables: readonly TableName[]
  readonly cached: readonly TableName[]
  readonly cachedByKey?: readonly TableName[]
  readonly cachedForGood?: readonly TableName[]
  readonly shared?: readonly TableName[]
}

/** Whose data a write may make untrue of what is kept: nobody's, that of the store that it is of, or everybody's. */
export type Changed = 'nothing' | 'store' | 'all'

/** Of changes all that they may make untrue together. */
export const widest = (changes: readonly Changed[]): Changed =>
  changes.includes('all') ? 'all' : changes.includes('store') ? 'store' : 'nothing'

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
  /** Reference data of which every row belongs to one store. */
  readonly #ofStores: ReadonlySet<string>
  /** What is known of trees of queries: one that is kept comes again and again. */
  readonly #changedBy = new WeakMap<object, Changed>()
  /** Trees of queries that read nothing else. */
  readonly #harmless = new WeakSet<object>()

  /** @param rooms all of them: what none lists under `cached` may be read by no cached read */
  constructor(rooms: readonly DeclaredTables[]) {
    this.#forGood = new Set(rooms.flatMap(({ cachedForGood = [] }) => cachedForGood))
    this.#appended = new Set([...this.#forGood, ...rooms.flatMap(({ cachedByKey = [] }) => cachedByKey)])
    this.#references = new Set([...this.#appended, ...rooms.flatMap(({ cached }) => cached)])
    const shared = new Set<string>(rooms.flatMap((room) => room.shared ?? []))
    this.#ofStores = new Set([...this.#references].filter((table) => !shared.has(table)))
    this.#business = new Set(
      rooms.flatMap(({ tables }) => tables).filter((table) => !this.#references.has(table)),
    )
  }

  /** Whether a query may make untrue what is kept of any store. */
  isChangedBy(query: RootOperationNode): boolean {
    return this.changedBy(query) !== 'nothing'
  }

  /**
   * What a query may make untrue of what is kept, told from its tree. What cannot be told from it (a statement of text, a
   * table that is none) may be anything.
   */
  changedBy(query: RootOperationNode): Changed {
    let changed = this.#changedBy.get(query)
    if (changed === undefined) {
      const before = 'with' in query ? withs(query).map((one) => this.changedBy(one)) : []
      changed = widest([...before, this.#changedByItself(query)])
      this.#changedBy.set(query, changed)
    }
    return changed
  }

  #changedByItself(query: RootOperationNode): Changed {
    switch (query.kind) {
      case 'SelectQueryNode':
        return 'nothing'
      case 'InsertQueryNode':
        return this.#whose(query.into, query.onConflict?.updates ? undefined : this.#appended)
      case 'UpdateQueryNode':
        return this.#whose(query.table)
      case 'DeleteQueryNode':
        return widest(query.from.froms.map((table) => this.#whose(table, this.#forGood)))
      default:
        return 'all'
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

  #whose(node: OperationNode | undefined, besides?: ReadonlySet<string>): Changed {
    const table = node && nameOf(node)
    if (table === undefined) return 'all'
    if (this.#business.has(table) || besides?.has(table)) return 'nothing'
    return this.#ofStores.has(table) ? 'store' : 'all'
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

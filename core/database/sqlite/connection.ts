import type { Database as SqliteFile, Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type PrimitiveValueListNode,
  type QueryResult,
  type SelectModifierNode,
} from 'kysely'
import type { Compiling, Connection } from '../handle.ts'
import type { ReferenceTables } from '../references.ts'
import { statements } from '../statements.ts'
import { steadyList } from '../value-lists.ts'

/**
 * Pages that a connection keeps, in KiB. The system keeps the file in memory as well: with sixteen times as much a shop
 * of 100 000 orders was read no faster.
 */
export const PAGE_CACHE = 4096

/**
 * Statements of a generation; those of two are kept. Each takes 20 KB or more, and rows to insert make some of their own
 * for each number: what nobody asks for while so many others are asked for is prepared anew.
 */
const GENERATION = 150

/** SQLite rolls schema changes back like any other: an interrupted migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * Writes parameters as `+?`. Of a plain `?` SQLite may take the value into account when it plans a query, and then
 * plans it anew whenever that value changes, which is nearly always: a simple query with an order took 12 µs instead of 4.
 */
class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return `+${super.getCurrentParameterPlaceholder()}`
  }

  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    super.visitPrimitiveValueList(steadyList(node, this.parentNode))
  }

  /** Rows need no lock of their own (`for update`): whoever writes has the whole file from the beginning. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!ROW_LOCKS.has(node.modifier)) super.visitSelectModifier(node)
  }
}

const ROW_LOCKS: ReadonlySet<unknown> = new Set(['ForUpdate', 'ForNoKeyUpdate'])

/** How queries become SQLite's. */
export const sqliteCompiling: Compiling = {
  compiler: new PlannedOnceCompiler(),
  adapter: new TransactionalAdapter(),
}

/** Kysely over one better-sqlite3 handle, for migrations. */
export function sqliteDialect(file: SqliteFile): Dialect {
  return {
    createAdapter: () => sqliteCompiling.adapter,
    createDriver: () => new SqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => sqliteCompiling.compiler,
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection

  constructor(file: SqliteFile) {
    this.#connection = new SqliteConnection(file)
  }

  init = async (): Promise<void> => Promise.resolve()
  acquireConnection = async (): Promise<DatabaseConnection> => Promise.resolve(this.#connection)
  releaseConnection = async (): Promise<void> => Promise.resolve()
  destroy = async (): Promise<void> => Promise.resolve()

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk, say, has ended the transaction by itself, and is what has to be told.
    if (!this.#connection.file.inTransaction) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
}

/** A statement that is kept, with whether it may make untrue what is cached of reference data. */
interface KeptStatement {
  readonly statement: Statement
  readonly mayChangeReferences: boolean
}

/** One better-sqlite3 handle that keeps its prepared statements. */
export class SqliteConnection implements Connection {
  readonly file: SqliteFile
  /** Since it was last set to false. */
  hasChangedReferences = false
  readonly #tables: ReferenceTables | undefined
  #recent = new Map<string, KeptStatement>()
  /** What was recent before; whatever of it is asked for is recent again. */
  #older = new Map<string, KeptStatement>()

  /** @param tables left out where nothing is kept of what is read beside it */
  constructor(file: SqliteFile, tables?: ReferenceTables) {
    this.file = file
    this.#tables = tables
  }

  // Asynchronous for Kysely's sake only: the statement runs at once, and what it throws becomes a rejection.
  // eslint-disable-next-line @typescript-eslint/require-await
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query
    const { statement, mayChangeReferences } = this.#prepare(query)
    if (statements.hasSubscribers) statements.publish({ sql })
    if (statement.reader) {
      if (mayChangeReferences) this.hasChangedReferences = true
      return { rows: statement.all(parameters) as R[] }
    }
    const { changes } = statement.run(parameters)
    if (mayChangeReferences && changes > 0) this.hasChangedReferences = true
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A statement of its own: a kept one cannot run twice at the same time.
    for (const row of this.file.prepare(sql).iterate(parameters)) {
      yield await Promise.resolve({ rows: [row as R] })
    }
  }

  close(): void {
    this.#recent.clear()
    this.#older.clear()
    this.file.close()
  }

  #prepare({ query, sql }: CompiledQuery): KeptStatement {
    const recent = this.#recent.get(sql)
    if (recent) return recent
    const kept = this.#older.get(sql) ?? {
      statement: this.file.prepare(sql),
      mayChangeReferences: this.#tables?.isChangedBy(query) ?? false,
    }
    if (this.#recent.size >= GENERATION) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(sql, kept)
    return kept
  }
}

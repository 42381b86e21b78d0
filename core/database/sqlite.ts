import type { Database as SqliteFile, Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Compiling, Connection } from './handle.ts'
import { isReferenceTable } from './references.ts'

/** More different statements than the core has; lists of values make some of their own. */
const KEPT_STATEMENTS = 1000

/** SQLite rolls schema changes back like any other: an interrupted migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** How queries become SQLite's. */
export const sqliteCompiling: Compiling = {
  compiler: new SqliteQueryCompiler(),
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
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
}

/** A statement that is kept, with whether it may make untrue what is remembered of reference data. */
interface KeptStatement {
  readonly statement: Statement
  readonly changesReferences: boolean
}

/** One better-sqlite3 handle that keeps its prepared statements. */
export class SqliteConnection implements Connection {
  readonly file: SqliteFile
  /** Since it was last set to false. */
  hasChangedReferences = false
  readonly #statements = new Map<string, KeptStatement>()

  constructor(file: SqliteFile) {
    this.file = file
  }

  // Asynchronous for Kysely's sake only: the statement runs at once, and what it throws becomes a rejection.
  // eslint-disable-next-line @typescript-eslint/require-await
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, changesReferences } = this.#prepare(sql)
    if (changesReferences) this.hasChangedReferences = true
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A statement of its own: a kept one cannot run twice at the same time.
    for (const row of this.file.prepare(sql).iterate(parameters)) {
      yield await Promise.resolve({ rows: [row as R] })
    }
  }

  close(): void {
    this.#statements.clear()
    this.file.close()
  }

  #prepare(sql: string): KeptStatement {
    let kept = this.#statements.get(sql)
    if (!kept) {
      if (this.#statements.size >= KEPT_STATEMENTS) {
        const oldest = this.#statements.keys().next()
        if (!oldest.done) this.#statements.delete(oldest.value)
      }
      const table = writtenTable(sql)
      kept = {
        statement: this.file.prepare(sql),
        changesReferences: table !== undefined && isReferenceTable(table),
      }
      this.#statements.set(sql, kept)
    }
    return kept
  }
}

const writing = /^\s*(?:insert(?: or \w+)? into|replace into|update(?: or \w+)?|delete from) "?(\w+)/i

/** The table that a statement writes. */
const writtenTable = (sql: string): string | undefined => writing.exec(sql)?.[1]

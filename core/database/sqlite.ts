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

/** More different statements than the core has; lists of values make some of their own. */
const KEPT_STATEMENTS = 1000

/** Kysely over one better-sqlite3 handle that keeps its prepared statements. */
export function sqliteDialect(file: SqliteFile, begin: 'begin' | 'begin immediate'): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new SqliteDriver(file, begin),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** SQLite rolls schema changes back like any other: an interrupted migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  readonly #begin: CompiledQuery

  constructor(file: SqliteFile, begin: string) {
    this.#connection = new SqliteConnection(file)
    this.#begin = CompiledQuery.raw(begin)
  }

  init = async (): Promise<void> => Promise.resolve()
  acquireConnection = async (): Promise<DatabaseConnection> => Promise.resolve(this.#connection)
  releaseConnection = async (): Promise<void> => Promise.resolve()

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(this.#begin)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(commit)
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(rollback)
  }

  async destroy(): Promise<void> {
    this.#connection.close()
    return Promise.resolve()
  }
}

const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile
  readonly #statements = new Map<string, Statement>()

  constructor(file: SqliteFile) {
    this.#file = file
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Asynchronous for Kysely's sake only: the statement runs at once, and what it throws becomes a rejection.
    return new Promise((resolve) => {
      const statement = this.#prepare(sql)
      if (statement.reader) {
        resolve({ rows: statement.all(parameters) as R[] })
      } else {
        resolve({ rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) })
      }
    })
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A statement of its own: a kept one cannot run twice at the same time.
    for (const row of this.#file.prepare(sql).iterate(parameters)) {
      yield await Promise.resolve({ rows: [row as R] })
    }
  }

  close(): void {
    this.#statements.clear()
    this.#file.close()
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql)
    if (!statement) {
      if (this.#statements.size >= KEPT_STATEMENTS) {
        const oldest = this.#statements.keys().next()
        if (!oldest.done) this.#statements.delete(oldest.value)
      }
      statement = this.#file.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

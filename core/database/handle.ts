import {
  DefaultQueryExecutor,
  QueryCreator,
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type QueryCompiler,
  type QueryExecutor,
  type QueryExecutorProvider,
  type QueryResult,
} from 'kysely'
import type { Kept, References } from './references.ts'
import type { Tables } from './schema/tables.ts'

/** What makes statements of queries; one for each kind of database, so that it also tells them apart. */
export interface Compiling {
  readonly compiler: QueryCompiler
  readonly adapter: DialectAdapter
}

/** A connection that knows whether this transaction has changed reference data. */
export interface Connection extends DatabaseConnection {
  readonly hasChangedReferences: boolean
  /** Sends a statement whose answer nobody needs, where an answer has to be waited for. @see Handle.send */
  send?(query: CompiledQuery): Promise<void>
}

/** One transaction, as operations see it. Of no use once the transaction has ended. */
export class Handle extends QueryCreator<Tables> implements QueryExecutorProvider {
  readonly compiling: Compiling
  readonly #connection: Connection
  readonly #references: References | undefined
  readonly #age: number | undefined
  readonly #executor: HandleExecutor

  /** @param references left out where there is no transaction, so that nothing is cached for it */
  constructor(compiling: Compiling, connection: Connection, references?: References) {
    const executor = new HandleExecutor(compiling, connection)
    super({ executor })
    this.compiling = compiling
    this.#connection = connection
    this.#references = references
    this.#age = references?.age
    this.#executor = executor
  }

  getExecutor(): QueryExecutor {
    return this.#executor
  }

  /** Runs a query that has been compiled before. */
  run<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> {
    if (this.#executor.hasEnded) return Promise.reject(new Error(ENDED))
    return this.#connection.executeQuery(query)
  }

  /**
   * Runs a statement whose answer nobody needs. A server is not waited for: where the statement fails, so does whatever
   * comes behind it, and the whole transaction.
   */
  send(query: CompiledQuery): Promise<unknown> {
    if (this.#connection.send === undefined || this.#executor.hasEnded) return this.run(query)
    return this.#connection.send(query)
  }

  /** What a read of reference data has found before; undefined where some of that data has changed since. */
  keptBy(read: object): Kept | undefined {
    const references = this.#references
    if (references?.age !== this.#age || this.#connection.hasChangedReferences) return undefined
    return references?.keptBy(read)
  }

  /** The same transaction for a cached read, which may read reference data only. */
  ofReferences(): Handle {
    const references = this.#references
    if (!references) return this
    return new Handle(this.compiling, new ReferencesOnly(this, this.#connection, references), references)
  }

  /** Whoever goes on using the handle has forgotten to wait for something. */
  end(): void {
    this.#executor.end()
  }
}

const ENDED = 'The transaction of this handle has ended.'

class HandleExecutor extends DefaultQueryExecutor {
  readonly #connection: DatabaseConnection
  hasEnded = false

  constructor({ compiler, adapter }: Compiling, connection: DatabaseConnection) {
    super(compiler, adapter, { provideConnection: async (consumer) => consumer(connection) })
    this.#connection = connection
  }

  // Past the queues and plugins of Kysely, of which a handle has none: this is the way of every statement.
  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.hasEnded) throw new Error(ENDED)
    return this.#connection.executeQuery(query)
  }

  end(): void {
    this.hasEnded = true
  }
}

/** The connection of a handle, as long as that has not ended, for reads of reference data. */
class ReferencesOnly implements Connection {
  readonly #handle: Handle
  readonly #connection: Connection
  readonly #references: References

  constructor(handle: Handle, connection: Connection, references: References) {
    this.#handle = handle
    this.#connection = connection
    this.#references = references
  }

  get hasChangedReferences(): boolean {
    return this.#connection.hasChangedReferences
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#references.tables.requireNothingElse(query.query)
    return this.#handle.run<R>(query)
  }

  streamQuery(): never {
    throw new Error('What is cached is read whole.')
  }
}

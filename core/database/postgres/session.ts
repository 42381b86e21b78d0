import pg from 'pg'
import {
  PostgresAdapter,
  PostgresQueryCompiler,
  type CompiledQuery,
  type PrimitiveValueListNode,
  type QueryResult,
} from 'kysely'
import type { Compiling } from '../handle.ts'
import { statements } from '../statements.ts'
import { steadyList } from '../value-lists.ts'
import { ConnectionLost } from './errors.ts'
import { types } from './types.ts'

class SteadyListCompiler extends PostgresQueryCompiler {
  protected override visitPrimitiveValueList(node: PrimitiveValueListNode): void {
    super.visitPrimitiveValueList(steadyList(node, this.parentNode))
  }
}

/** How queries become PostgreSQL's. */
export const postgresCompiling: Compiling = {
  compiler: new SteadyListCompiler(),
  adapter: new PostgresAdapter(),
}

/** More different statements than the core has; each is kept by every session of the server. */
const MAX_NAMES = 600

/**
 * Names of statements: a session prepares one of a name once, and then only runs it. Text that has come once only has
 * none, because rows to insert make texts that never come again.
 */
class StatementNames {
  readonly #seen = new Set<string>()
  readonly #names = new Map<string, string>()

  of(sql: string): string | undefined {
    const name = this.#names.get(sql)
    if (name !== undefined || this.#names.size >= MAX_NAMES) return name
    if (!this.#seen.has(sql)) {
      if (this.#seen.size >= MAX_NAMES) this.#seen.clear()
      this.#seen.add(sql)
      return undefined
    }
    this.#seen.delete(sql)
    const made = `s${this.#names.size}`
    this.#names.set(sql, made)
    return made
  }
}

const names = new StatementNames()

/** What the server has answered to one statement. */
export interface Answer<R> extends QueryResult<R> {
  /** Such as `COMMIT`, or `ROLLBACK` where a transaction that had failed was to be committed. */
  readonly command: string
}

/**
 * One session of a server. Statements are sent without waiting for the answers of those before, and are run in the
 * order in which they are sent.
 */
export class Session {
  readonly #client: pg.Client
  /** Why it is of no use any more. */
  #failure: Error | undefined
  /** Statements that the server has not answered yet, and when it has last said anything, by `performance.now()`. */
  #unanswered = 0
  #heardAt = performance.now()
  #isGathering = false

  constructor(client: pg.Client) {
    this.#client = client
    const fail = (error?: Error): void =>
      void (this.#failure ??= error ?? new Error('The connection has ended.'))
    client.on('error', fail)
    client.on('end', fail)
  }

  /** Whether anything can still be asked of it. */
  get isOpen(): boolean {
    return this.#failure === undefined
  }

  /** Whether the server owes it an answer, and has said nothing since a moment. */
  isUnheard(since: number): boolean {
    return this.#unanswered > 0 && this.#heardAt <= since
  }

  /** Runs a statement of an operation. @throws ConnectionLost or pg's DatabaseError */
  async run<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<Answer<R>> {
    if (statements.hasSubscribers) statements.publish({ sql })
    return this.#send(sql, parameters, names.of(sql))
  }

  /** Runs what frames transactions: several statements of fixed text where there are no parameters. */
  async frame<R>(sql: string, parameters?: readonly unknown[]): Promise<Answer<R>> {
    return this.#send(sql, parameters, parameters && names.of(sql))
  }

  async #send<R>(
    text: string,
    parameters: readonly unknown[] | undefined,
    name?: string,
  ): Promise<Answer<R>> {
    this.#unanswered++
    this.#gather()
    return new Promise((resolve, reject) => {
      const query = {
        text,
        ...(parameters && { values: parameters as unknown[] }),
        ...(name !== undefined && { name }),
      }
      this.#client.query(query, (error: Error | null, result: pg.QueryResult | pg.QueryResult[]) => {
        this.#unanswered--
        this.#heardAt = performance.now()
        if (error) reject(this.#translated(error))
        else resolve(answerOf<R>(result))
      })
    })
  }

  /** What is sent in one turn goes out together: to write to a socket, and to wake the server, costs as much as a statement. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = this.#client.connection
    stream.cork()
    // Behind whatever the answers that have come let go on.
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }

  /** What comes with the end of the connection says nothing but that. */
  #translated(error: Error): Error {
    return error instanceof pg.DatabaseError || this.isOpen ? error : new ConnectionLost(error)
  }
}

function answerOf<R>(result: pg.QueryResult | pg.QueryResult[]): Answer<R> {
  const { command, rowCount, rows } = Array.isArray(result) ? (result.at(-1) ?? EMPTY) : result
  return {
    command,
    rows: rows as R[],
    ...(WRITES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
  }
}

const EMPTY = { command: '', rowCount: 0, rows: [] }
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** @throws always: what is read bit by bit does not go with statements that are sent without waiting */
// eslint-disable-next-line @typescript-eslint/require-await
export async function* noStreams(): AsyncIterableIterator<never> {
  throw new Error('PostgreSQL is not read as a stream here.')
}

/** Longer than the server lets a statement take, in milliseconds: a session that has not answered by then is dead. */
const MAX_SILENCE = 40_000

/** How the server knows our sessions. */
export const PROGRAM = 'Backcounter'

/** How sessions are opened; the address may ask for more, such as `sslmode`. */
export const sessionConfig = (address: string): pg.ClientConfig & { pipeline: boolean } => ({
  connectionString: address,
  application_name: PROGRAM,
  keepAlive: true,
  pipeline: true,
  query_timeout: MAX_SILENCE,
  types,
})

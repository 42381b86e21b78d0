import { createHash } from 'node:crypto'
import type pg from 'pg'
import {
  PostgresAdapter,
  PostgresQueryCompiler,
  type CompiledQuery,
  type PrimitiveValueListNode,
} from 'kysely'
import type { Compiling } from '../handle.ts'
import { statements } from '../statements.ts'
import { steadyList } from '../value-lists.ts'
import { Batch, valueOf, type Answer, type Asked, type Kept } from './batch.ts'
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
 * none, because rows to insert make texts that never come again. A name is of its text: where a pooler gives the sessions of
 * one desk to another, too, neither runs what the other means by it.
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
    const made = createHash('sha256').update(sql).digest('base64url')
    this.#names.set(sql, made)
    return made
  }
}

const names = new StatementNames()

/**
 * One session of a server. Statements are sent without waiting for the answers of those before, and are run in the
 * order in which they are sent; those of one turn are one batch.
 */
export class Session {
  readonly #client: pg.Client
  readonly #kept: Kept = new Map()
  /** Why it is of no use any more. */
  #failure: Error | undefined
  /** Statements that the server has not answered yet, and when it has last said anything, by `performance.now()`. */
  #unanswered = 0
  #heardAt = performance.now()
  /** Batches that are sent at the end of this turn. */
  #gathered: Asked[][] = []

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

  /** Whether what is asked next is sent together with what has been asked before. */
  get isGathering(): boolean {
    return this.#gathered.length > 0
  }

  /** Whether the server owes it an answer, and has said nothing since a moment. */
  isUnheard(since: number): boolean {
    return this.#unanswered > 0 && this.#heardAt <= since
  }

  /** Runs a statement of an operation. @throws ConnectionLost or pg's DatabaseError */
  run<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<Answer<R>> {
    if (statements.hasSubscribers) statements.publish({ sql })
    return this.frame(sql, parameters)
  }

  /** Runs what frames transactions. @throws as `run` */
  frame<R>(sql: string, parameters: readonly unknown[] = []): Promise<Answer<R>> {
    const values = parameters.map(valueOf)
    return new Promise((resolve, reject) => {
      this.#unanswered++
      const heard = (): void => {
        this.#unanswered--
        this.#heardAt = performance.now()
      }
      this.#gather({
        text: sql,
        values,
        name: names.of(sql),
        resolve: (answer) => {
          heard()
          resolve(answer as Answer<R>)
        },
        reject: (error) => {
          heard()
          reject(error)
        },
      })
    })
  }

  /** Ends a transaction, whatever of it has failed: what comes behind it is no part of it. */
  end(sql: 'commit' | 'rollback'): Promise<Answer<never>> {
    this.#divide()
    const ended = this.frame<never>(sql)
    this.#divide()
    return ended
  }

  /** What is sent in one turn goes out together: to write to a socket, and to wake the server, costs as much as a statement. */
  #gather(asked: Asked): void {
    if (!this.isGathering) {
      this.#gathered.push([])
      // Behind whatever the answers that have come let go on.
      process.nextTick(() => this.#send())
    }
    this.#gathered.at(-1)?.push(asked)
  }

  /** What is asked from here on is run whether what was asked before has failed or not. */
  #divide(): void {
    if (this.isGathering) this.#gathered.push([])
  }

  #send(): void {
    const { stream } = this.#client.connection
    const batches = this.#gathered
    this.#gathered = []
    stream.cork()
    for (const batch of batches) {
      if (batch.length > 0) this.#client.query(new Batch(batch, this.#kept))
    }
    stream.uncork()
  }
}

/** @throws always: what is read bit by bit does not go with statements that are sent without waiting */
// eslint-disable-next-line @typescript-eslint/require-await
export async function* noStreams(): AsyncIterableIterator<never> {
  throw new Error('PostgreSQL is not read as a stream here.')
}

/** Longer than the server lets a statement take, in milliseconds: a session that has not answered by then is dead. */
const MAX_SILENCE = 40_000

/** How the server knows our sessions; what an address calls them stands behind it. */
export const PROGRAM = 'Backcounter'

/** How sessions are opened; the address may ask for more, such as `sslmode`. */
export const sessionConfig = (address: string): pg.ClientConfig & { pipeline: boolean } => ({
  connectionString: behindProgram(address),
  application_name: PROGRAM,
  keepAlive: true,
  pipeline: true,
  query_timeout: MAX_SILENCE,
  types,
})

/** Has a client that is connected wait for no goodbye, which a server that answers nothing never says. */
export function leaveAtOnce({ connection: { stream } }: pg.Client): void {
  stream.once('finish', () => stream.destroy())
}

const NAME = 'application_name'

/** The same address with another name of its sessions. */
export function called(address: string, name: string): string {
  const url = new URL(address)
  url.searchParams.set(NAME, name)
  return url.href
}

/** What an address calls its sessions would take the place of the program's name. */
function behindProgram(address: string): string {
  const name = new URL(address).searchParams.get(NAME)
  return name === null ? address : called(address, `${PROGRAM} ${name}`)
}

import type { CompiledQuery, QueryResult } from 'kysely'
import type { ReadDb } from '../engine.ts'
import { Handle, type Connection } from '../handle.ts'
import type { References } from '../references.ts'
import { spoilsSession } from './errors.ts'
import { limitsOf, PATIENCE } from './limits.ts'
import type { SessionPool, Taken } from './pool.ts'
import { lookAtEpochs, type ReferenceEpochs, type SeenEpoch } from './reference-epochs.ts'
import { noStreams, postgresCompiling, type Session } from './session.ts'

const BEGIN = 'begin isolation level repeatable read read only'
const LIMITS = limitsOf(PATIENCE)
/** How often a read is run: on what is kept, on one state, and on another session. */
const MAX_RUNS = 3

/** A transaction that begins with its first statement: what is kept needs none. */
class ReadTransaction implements Connection {
  readonly hasChangedReferences = false
  readonly streamQuery = noStreams
  /** What may be used of what is kept. */
  references: References | undefined
  /** The age of what is kept that is of its state, once that is known; none where others are ahead of it. */
  age: number | 'none' | undefined
  /** Why its session is of no use any more, where that is so. */
  spoiledBy: unknown
  readonly #pool: SessionPool
  readonly #epochs: ReferenceEpochs
  readonly #storeId: string | undefined
  #beginning: Promise<Session> | undefined
  #taken: Taken | undefined

  constructor(pool: SessionPool, epochs: ReferenceEpochs, storeId: string | undefined) {
    this.#pool = pool
    this.#epochs = epochs
    this.#storeId = storeId
    this.references = epochs.referencesOf(storeId)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const session = await (this.#beginning ??= this.#begin())
    try {
      return await session.run<R>(query)
    } catch (error) {
      this.#note(error)
      throw error
    }
  }

  /** Begins before there is a statement, so that what is kept is of the same state. */
  async begin(): Promise<void> {
    await (this.#beginning ??= this.#begin())
    await this.#looking
  }

  /** Nobody has to wait for the end of a read: what comes next on its session comes behind it. */
  end(): void {
    const give = (): void => this.#taken?.give(this.spoiledBy)
    this.#beginning?.then((session) => {
      session.end('commit').catch(() => undefined)
      give()
    }, give)
  }

  #note(error: unknown): void {
    if (spoilsSession(error)) this.spoiledBy ??= error
  }

  #looking: Promise<void> | undefined

  async #begin(): Promise<Session> {
    this.#taken = await this.#pool.take()
    const { session } = this.#taken
    const since = this.#epochs.now()
    // Sent before the first statement, which does not wait for their answers, and fails where they do.
    const beginning = session.frame(BEGIN)
    const looking = session.frame<SeenEpoch>(...lookAtEpochs(this.#storeId, LIMITS))
    this.#looking = Promise.all([beginning, looking]).then(
      ([, { rows }]) => {
        // Until it is seen, and where it may not be: what is kept is of no use then, and the work is run again, and told so.
        this.age = 'none'
        this.references = this.#epochs.see(this.#storeId, rows, since)
        this.age = this.references?.age ?? 'none'
      },
      (error: unknown) => {
        this.#note(error)
        throw error
      },
    )
    this.#looking.catch(() => undefined)
    return session
  }
}

/** Reads side by side, each on one state of the database. */
export class PostgresReads {
  readonly #pool: SessionPool
  readonly #epochs: ReferenceEpochs

  constructor(pool: SessionPool, epochs: ReferenceEpochs) {
    this.#pool = pool
    this.#epochs = epochs
  }

  /**
   * A read that is answered by what is kept has no transaction at all. Where what is kept turns out to be of another state
   * than the first statement has seen, the work is run again on one state; so it is on another session where the
   * one at hand has become useless.
   */
  async read<T>(work: (db: ReadDb) => Promise<T>, storeId: string | undefined): Promise<T> {
    let run = await this.#run(work, storeId, this.#epochs.isFresh(storeId))
    for (let runs = 1; run.mayBeBetter && runs < MAX_RUNS; runs++) run = await this.#run(work, storeId, false)
    return run.outcome()
  }

  async #run<T>(work: (db: ReadDb) => Promise<T>, storeId: string | undefined, trustsKept: boolean) {
    const { age } = this.#epochs.referencesOf(storeId)
    const transaction = new ReadTransaction(this.#pool, this.#epochs, storeId)
    let outcome: () => T
    try {
      if (!trustsKept) await transaction.begin()
      const db = new Handle(postgresCompiling, transaction, transaction.references)
      const answer = await work(db).finally(() => db.end())
      outcome = () => answer
    } catch (error) {
      outcome = () => {
        throw error
      }
    } finally {
      transaction.end()
    }
    const isOfOneState = !trustsKept || transaction.age === undefined || transaction.age === age
    return { outcome, mayBeBetter: transaction.spoiledBy !== undefined || !isOfOneState }
  }
}

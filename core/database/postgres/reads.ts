import type { CompiledQuery, QueryResult } from 'kysely'
import type { ReadDb } from '../engine.ts'
import { Handle, type Connection } from '../handle.ts'
import type { References } from '../references.ts'
import { spoilsSession } from './errors.ts'
import { limitsOf, PATIENCE } from './limits.ts'
import type { SessionPool, Taken } from './pool.ts'
import { epochOf, type ReferenceEpoch } from './reference-epoch.ts'
import { noStreams, postgresCompiling, type Session } from './session.ts'

const BEGIN = `begin isolation level repeatable read read only; ${limitsOf(PATIENCE)}`
const SEE_EPOCH = 'select epoch from reference_epoch'
/** How often a read is run: on what is kept, on one state, and on another session. */
const MAX_RUNS = 3

/** A transaction that begins with its first statement: what is kept needs none. */
class ReadTransaction implements Connection {
  readonly hasChangedReferences = false
  readonly streamQuery = noStreams
  /** What may be used of what is kept. */
  references: References | undefined
  /** The epoch of its state, once it is known. */
  seen: number | undefined
  /** Why its session is of no use any more, where that is so. */
  spoiledBy: unknown
  readonly #pool: SessionPool
  readonly #epoch: ReferenceEpoch
  #beginning: Promise<Session> | undefined
  #taken: Taken | undefined

  constructor(pool: SessionPool, epoch: ReferenceEpoch) {
    this.#pool = pool
    this.#epoch = epoch
    this.references = epoch.references
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
      session.frame('commit').catch(() => undefined)
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
    const since = this.#epoch.now()
    // Sent before the first statement, which does not wait for their answers, and fails where they do.
    const beginning = session.frame(BEGIN)
    const looking = session.frame<{ epoch: number }>(SEE_EPOCH, [])
    this.#looking = Promise.all([beginning, looking]).then(
      ([, { rows }]) => {
        this.seen = epochOf(rows)
        this.references = this.#epoch.see(this.seen, since)
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
  readonly #epoch: ReferenceEpoch

  constructor(pool: SessionPool, epoch: ReferenceEpoch) {
    this.#pool = pool
    this.#epoch = epoch
  }

  /**
   * A read that is answered by what is kept has no transaction at all. Where what is kept turns out to be of another state
   * than the first statement has seen, the work is run again on one state; so it is on another session where the
   * one at hand has become useless.
   */
  async read<T>(work: (db: ReadDb) => Promise<T>): Promise<T> {
    let run = await this.#run(work, this.#epoch.isFresh)
    for (let runs = 1; run.mayBeBetter && runs < MAX_RUNS; runs++) run = await this.#run(work, false)
    return run.outcome()
  }

  async #run<T>(work: (db: ReadDb) => Promise<T>, trustsKept: boolean) {
    const { known } = this.#epoch
    const transaction = new ReadTransaction(this.#pool, this.#epoch)
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
    const isOfOneState = !trustsKept || transaction.seen === undefined || transaction.seen === known
    return { outcome, mayBeBetter: transaction.spoiledBy !== undefined || !isOfOneState }
  }
}

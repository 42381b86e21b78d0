import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { WriteDb } from '../engine.ts'
import { Handle, type Connection } from '../handle.ts'
import type { ReferenceTables } from '../references.ts'
import { CommitUnknown, isCutOff, mayWorkAgain } from './errors.ts'
import { limitsOf } from './limits.ts'
import type { SessionPool, Taken } from './pool.ts'
import { epochOf, type ReferenceEpoch } from './reference-epoch.ts'
import { noStreams, postgresCompiling, type Session } from './session.ts'

export type Isolation = 'read committed' | 'serializable'

/** How often a write is run where others stand in its way. */
const MAX_RUNS = 12
/** Up to so long is waited before the second run, in milliseconds; twice as long with each, up to the longest of all. */
const FIRST_PAUSE = 8
const LONGEST_PAUSE = 500
/** How often it is asked how a transaction has ended whose connection was lost, in milliseconds. */
const SETTLING_PAUSE = 50

/** What tells the end of this transaction, should its connection be lost. */
interface Trace {
  readonly xid: string
  /** When the server was started: after a crash it may give out a number again. */
  readonly server: string
}

const SEE = `select epoch, pg_current_xact_id()::text as xid, pg_postmaster_start_time()::text as server
  from reference_epoch`
const RAISE_EPOCH = 'update reference_epoch set epoch = epoch + 1 returning epoch'
const HOW_ENDED =
  'select pg_xact_status($1::text::xid8) as status, pg_postmaster_start_time()::text as server'

/** The statements of one write. */
class WriteTransaction implements Connection {
  hasChangedReferences = false
  /** What went wrong first, also where the work has thrown something else since. */
  failure: unknown
  readonly streamQuery = noStreams
  readonly #session: Session
  readonly #tables: ReferenceTables

  constructor(session: Session, tables: ReferenceTables) {
    this.#session = session
    this.#tables = tables
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const answer = await this.#session.run<R>(query)
      const hasWritten = (answer.numAffectedRows ?? 0n) > 0n
      if (hasWritten && this.#tables.isChangedBy(query.query)) this.hasChangedReferences = true
      return answer
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }
}

/** How one run of a write went: an answer, or an error and what of the database is behind it. */
type Run<T> = { readonly answer: T } | { readonly error: unknown; readonly reason: unknown }

/** Writes side by side, each whole or not at all; run again where others stand in their way. */
export class PostgresWrites {
  readonly #pool: SessionPool
  readonly #epoch: ReferenceEpoch
  readonly #begin: string
  readonly #patience: number
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(
    pool: SessionPool,
    epoch: ReferenceEpoch,
    { isolation, patience }: { readonly isolation: Isolation; readonly patience: number },
  ) {
    this.#pool = pool
    this.#epoch = epoch
    this.#patience = patience
    this.#begin = `begin isolation level ${isolation}; ${limitsOf(patience)}`
  }

  /** @see Engine.transact */
  async transact<T>(work: (db: WriteDb) => Promise<T>, isKnownAgain = false): Promise<T> {
    const running = this.#transact(work, isKnownAgain)
    this.#underWay.add(running)
    try {
      return await running
    } finally {
      this.#underWay.delete(running)
    }
  }

  /** Resolves when nothing is under way any more. */
  async finish(): Promise<void> {
    await Promise.allSettled(this.#underWay)
  }

  async #transact<T>(work: (db: WriteDb) => Promise<T>, isKnownAgain: boolean): Promise<T> {
    const reasons: unknown[] = []
    let unknown: CommitUnknown | undefined
    for (;;) {
      const run = await this.#run(work)
      if ('answer' in run) return run.answer
      const { error, reason } = run
      if (isKnownAgain && error instanceof CommitUnknown) unknown = error
      // Until the server is there again nobody knows: what says that nothing was done is not true then.
      const isUnsettled = unknown !== undefined && (error === unknown || isCutOff(error))
      if (reasons.length >= MAX_RUNS - 1 || !(isUnsettled || mayWorkAgain(reason, reasons))) {
        throw isUnsettled ? unknown : error
      }
      reasons.push(reason)
      const longest = Math.min(FIRST_PAUSE * 2 ** reasons.length, LONGEST_PAUSE)
      await pause(Math.random() * longest)
    }
  }

  async #run<T>(work: (db: WriteDb) => Promise<T>): Promise<Run<T>> {
    let taken: Taken
    try {
      taken = await this.#pool.take()
    } catch (error) {
      return { error, reason: undefined }
    }
    const { session } = taken
    const transaction = new WriteTransaction(session, this.#epoch.references.tables)
    try {
      const { references, trace } = await this.#see(session)
      const db = new Handle(postgresCompiling, transaction, references)
      const answer = await work(db).finally(() => db.end())
      const isCommitted = await this.#commit(transaction, session, trace)
      taken.give()
      // A statement has failed, whatever the work made of it, and nothing of the rest is there.
      return isCommitted ? { answer } : { error: transaction.failure, reason: transaction.failure }
    } catch (error) {
      const reason = transaction.failure ?? error
      // What is asked of the session next comes behind it.
      session.frame('rollback').catch(() => undefined)
      taken.give(reason)
      return { error, reason }
    }
  }

  async #see(session: Session) {
    const since = this.#epoch.now()
    const [, { rows }] = await Promise.all([
      session.frame(this.#begin),
      session.frame<Trace & { epoch: number }>(SEE, []),
    ])
    const [trace] = rows
    const references = this.#epoch.see(epochOf(rows), since)
    if (!trace) throw new Error('A transaction has no number.')
    return { references, trace }
  }

  /** @returns whether all of it is there. @throws where nothing of it is */
  async #commit(transaction: WriteTransaction, session: Session, trace: Trace): Promise<boolean> {
    const raising = transaction.hasChangedReferences
      ? session.frame<{ epoch: number }>(RAISE_EPOCH, [])
      : undefined
    raising?.catch((error: unknown) => (transaction.failure ??= error))
    try {
      const { command } = await session.frame('commit')
      if (command !== 'COMMIT') return false
    } catch (error) {
      if (!isCutOff(error)) throw error
      if (!(await this.#wasCommitted(trace, error))) throw error
    }
    // Where the answer was lost, the next transaction sees what is the epoch now.
    const raised = await raising?.catch(() => undefined)
    if (raised) this.#epoch.see(epochOf(raised.rows), this.#epoch.now())
    return true
  }

  /**
   * Asks on another session how a transaction has ended whose connection was lost with its commit; waits until it has.
   * @throws CommitUnknown where nobody can tell
   */
  async #wasCommitted({ xid, server }: Trace, cause: unknown): Promise<boolean> {
    const until = performance.now() + this.#patience
    while (performance.now() < until) {
      try {
        const { session, give } = await this.#pool.take()
        const asking = session.frame<{ status: string | null; server: string }>(HOW_ENDED, [xid])
        const [now] = (await asking.finally(give)).rows
        if (now?.status === 'aborted') return false
        // Another transaction may have the number since the server was started anew.
        if (now?.status === 'committed' && now.server === server) return true
        if (now?.status !== 'in progress') break
      } catch {
        // The server is not there again, yet.
      }
      await pause(SETTLING_PAUSE)
    }
    throw new CommitUnknown(cause)
  }
}

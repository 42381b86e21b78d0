import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { AboutWork, WriteDb } from '../engine.ts'
import { Handle, type Connection } from '../handle.ts'
import { widest, type Changed, type ReferenceTables } from '../references.ts'
import { CommitUnknown, isContended, isCutOff, mayWorkAgain } from './errors.ts'
import { limitsOf } from './limits.ts'
import type { SessionPool, Taken } from './pool.ts'
import {
  lookAtEpochs,
  raiseEpoch,
  SERVER,
  type Epoch,
  type ReferenceEpochs,
  type SeenEpoch,
} from './reference-epochs.ts'
import { noStreams, postgresCompiling, type Session } from './session.ts'
import { Turns } from './turns.ts'

export type Isolation = 'read committed' | 'serializable'

/** How often a write is run at least where others stand in its way: then until it has waited as long as for a row. */
const MIN_RUNS = 12
/** Whoever others stood in the way of so often is run again in turn, so that no two of a process keep each other from it. */
const FREE_RUNS = 3
/** Up to so long is waited before the second run, in milliseconds; twice as long with each, up to the longest of all. */
const FIRST_PAUSE = 8
const LONGEST_PAUSE = 500
/** So many statements are on their way at most before an answer is waited for. */
const MAX_AHEAD = 64
/** How often it is asked how a transaction has ended whose connection was lost, in milliseconds. */
const SETTLING_PAUSE = 50

/** What tells the end of this transaction, should its connection be lost. */
type Trace = Pick<Epoch, 'server'> & { readonly xid: string }

const TRACE = 'pg_current_xact_id()::text as xid'
const HOW_ENDED = `select pg_xact_status($1::text::xid8) as status, ${SERVER}`

/** The statements of one write. */
class WriteTransaction implements Connection {
  /** What of the reference data that is kept it has made untrue. */
  changed: Changed = 'nothing'
  /** What went wrong first, also where the work has thrown something else since. */
  failure: unknown
  readonly streamQuery = noStreams
  /** Resolves when all statements have been answered whose answers nobody has waited for. */
  settled: Promise<unknown> = Promise.resolve()
  #ahead = 0
  readonly #session: Session
  readonly #tables: ReferenceTables
  /** Until it has begun. */
  #beginning: Promise<unknown> | undefined

  constructor(session: Session, tables: ReferenceTables) {
    this.#session = session
    this.#tables = tables
  }

  /** @param beginning what it begins with, as it is sent */
  begin(beginning: Promise<unknown>): void {
    this.#beginning = beginning
    beginning.then(
      () => (this.#beginning = undefined),
      (error: unknown) => (this.failure ??= error),
    )
  }

  get hasChangedReferences(): boolean {
    return this.changed !== 'nothing'
  }

  /** @throws what went wrong first: a transaction that has failed refuses whatever else it is asked */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      // What is not sent together with the beginning waits for it: nothing is ever run outside of the transaction.
      if (this.#beginning && !this.#session.isGathering) await this.#beginning
      const answer = await this.#session.run<R>(query)
      if ((answer.numAffectedRows ?? 0n) > 0n) this.#noteChange(query)
      return answer
    } catch (error) {
      this.failure ??= error
      throw this.failure
    }
  }

  /** What comes behind it is sent without waiting, and answered behind it. */
  async send(query: CompiledQuery): Promise<void> {
    this.#noteChange(query)
    const answered = this.executeQuery(query)
    this.settled = answered.catch(() => undefined)
    if (++this.#ahead % MAX_AHEAD === 0) await answered
  }

  #noteChange({ query }: CompiledQuery): void {
    this.changed = widest([this.changed, this.#tables.changedBy(query)])
  }
}

/** How one run of a write went: an answer, or an error and what of the database is behind it. */
type Run<T> = { readonly answer: T } | { readonly error: unknown; readonly reason: unknown }

/** Writes side by side, each whole or not at all; run again where others stand in their way. */
export class PostgresWrites {
  readonly #pool: SessionPool
  readonly #epochs: ReferenceEpochs
  readonly #begin: string
  /** What it asks for as it looks at the epochs. */
  readonly #look: string
  readonly #patience: number
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #turns = new Turns()

  constructor(
    pool: SessionPool,
    epochs: ReferenceEpochs,
    { isolation, patience }: { readonly isolation: Isolation; readonly patience: number },
  ) {
    this.#pool = pool
    this.#epochs = epochs
    this.#patience = patience
    this.#begin = `begin isolation level ${isolation}`
    this.#look = `${limitsOf(patience)}, ${TRACE}`
  }

  /** @see Engine.transact */
  async transact<T>(work: (db: WriteDb) => Promise<T>, about: AboutWork = {}): Promise<T> {
    const running = this.#transact(work, about)
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

  async #transact<T>(work: (db: WriteDb) => Promise<T>, about: AboutWork): Promise<T> {
    let endTurn: (() => void) | undefined
    try {
      return await this.#runUntilDone(work, about, async () => {
        endTurn ??= await this.#turns.take()
      })
    } finally {
      endTurn?.()
    }
  }

  /** @param takeTurn waits until nobody else is run again in turn */
  async #runUntilDone<T>(
    work: (db: WriteDb) => Promise<T>,
    { isKnownAgain = false, storeId }: AboutWork,
    takeTurn: () => Promise<void>,
  ): Promise<T> {
    let until = performance.now() + this.#patience
    const reasons: unknown[] = []
    let unknown: CommitUnknown | undefined
    for (;;) {
      const run = await this.#run(work, storeId)
      if ('answer' in run) return run.answer
      const { error, reason } = run
      if (isKnownAgain && error instanceof CommitUnknown) unknown = error
      // Until the server is there again nobody knows: what says that nothing was done is not true then.
      const isUnsettled = unknown !== undefined && (error === unknown || isCutOff(error))
      const isTired = reasons.length >= MIN_RUNS - 1 && (isUnsettled || performance.now() >= until)
      if (isTired || !(isUnsettled || mayWorkAgain(reason, reasons))) {
        throw isUnsettled ? unknown : error
      }
      reasons.push(reason)
      if (reasons.length === FREE_RUNS && reasons.every(isContended)) {
        await takeTurn()
        until = performance.now() + this.#patience
        continue
      }
      const longest = Math.min(FIRST_PAUSE * 2 ** reasons.length, LONGEST_PAUSE)
      await pause(Math.random() * longest)
    }
  }

  /**
   * What is kept is trusted where it was looked at so lately that it is hardly old, and the work does not wait for the
   * transaction to begin. Where it turns out to be old all the same, the work is run again.
   */
  async #run<T>(work: (db: WriteDb) => Promise<T>, storeId: string | undefined): Promise<Run<T>> {
    const run = this.#epochs.isFresh(storeId) ? await this.#runOn(work, storeId, true) : 'is old'
    return run === 'is old' ? ((await this.#runOn(work, storeId, false)) as Run<T>) : run
  }

  /** @returns that what is kept was old, where it was trusted; then nothing is there of the work */
  async #runOn<T>(
    work: (db: WriteDb) => Promise<T>,
    storeId: string | undefined,
    trustsKept: boolean,
  ): Promise<Run<T> | 'is old'> {
    let taken: Taken
    try {
      taken = await this.#pool.take()
    } catch (error) {
      return { error, reason: undefined }
    }
    const { session } = taken
    const transaction = new WriteTransaction(session, this.#epochs.tables)
    const kept = this.#epochs.referencesOf(storeId)
    const { age } = kept
    const seeing = this.#see(session, storeId)
    transaction.begin(seeing)
    const isOld = async (): Promise<boolean> => trustsKept && (await seeing).age !== age
    const undo = (reason?: unknown): void => {
      // What is asked of the session next comes behind it.
      session.end('rollback').catch(() => undefined)
      taken.give(reason)
    }
    try {
      const db = new Handle(postgresCompiling, transaction, trustsKept ? kept : (await seeing).references)
      const answer = await work(db).finally(() => db.end())
      if (await isOld()) {
        undo()
        return 'is old'
      }
      const { trace } = await seeing
      const isCommitted = await this.#commit(transaction, session, trace, storeId)
      taken.give()
      if (isCommitted) return { answer }
      // A statement has failed, whatever the work made of it, and nothing of the rest is there.
      await transaction.settled
      return { error: transaction.failure, reason: transaction.failure }
    } catch (error) {
      const wasOld = await isOld().catch(() => false)
      // Of what may have been committed, nothing that was lost with the answer says that it may be done again.
      const reason = error instanceof CommitUnknown ? error : (transaction.failure ?? error)
      undo(transaction.failure ?? error)
      return wasOld ? 'is old' : { error, reason }
    }
  }

  async #see(session: Session, storeId: string | undefined) {
    const since = this.#epochs.now()
    const [, { rows }] = await Promise.all([
      session.frame(this.#begin),
      session.frame<SeenEpoch & Trace>(...lookAtEpochs(storeId, this.#look)),
    ])
    const [trace] = rows
    const references = this.#epochs.see(storeId, rows, since)
    if (!trace) throw new Error('A transaction has no number.')
    return { references, age: references?.age, trace }
  }

  /** @returns whether all of it is there. @throws where nothing of it is */
  async #commit(
    transaction: WriteTransaction,
    session: Session,
    trace: Trace,
    storeId: string | undefined,
  ): Promise<boolean> {
    const { changed, hasChangedReferences } = transaction
    const raising = hasChangedReferences
      ? session.frame<Epoch>(...raiseEpoch(changed === 'store' ? storeId : undefined))
      : undefined
    raising?.catch((error: unknown) => (transaction.failure ??= error))
    try {
      const { command } = await session.end('commit')
      if (command !== 'COMMIT') return false
    } catch (error) {
      if (!isCutOff(error)) throw error
      if (!(await this.#wasCommitted(trace, error))) throw error
    }
    // Where the answer was lost, the next transaction sees what is the epoch now.
    const raised = await raising?.catch(() => undefined)
    if (raised) this.#epochs.raised(raised.rows)
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

import type { Statement } from 'better-sqlite3'
import type { CompiledQuery, QueryResult } from 'kysely'
import { isDatabaseBusy } from '../error-codes.ts'
import type { ReadDb, WriteDb } from '../engine.ts'
import { Handle, type Connection } from '../handle.ts'
import type { Kept, References } from '../references.ts'
import { DRAFT } from '../write-draft.ts'
import { sqliteCompiling, type SqliteConnection } from './connection.ts'
import { watchPlace } from './file-gone.ts'
import { unlessJustSeen } from './just-seen.ts'

/** How long a write waits for one of another process (a command that seeds or restores), in milliseconds. */
const BUSY_TIMEOUT = 2000
const BUSY_PAUSE = 5
/** So long writes are added to one commit, in milliseconds. */
const COMMIT_WINDOW = 8

/** Empties the cache when another process has written to the file, whatever it was. */
export class OtherWriters {
  readonly #references: References
  #version: Statement<[], number>
  #last: number | undefined
  #isChecked = false
  readonly #checkLately = unlessJustSeen(() => this.check())

  /** @param writer the one connection that this process writes with: its own commits do not count */
  constructor(writer: SqliteConnection, references: References) {
    this.#references = references
    this.#version = versionOf(writer)
  }

  /** Another file has taken the place of the one that was read: nothing of that is true any more. */
  use(writer: SqliteConnection): void {
    this.#version = versionOf(writer)
    this.#last = undefined
    this.#isChecked = false
    this.#references.forget()
  }

  /** To be called before a read. Looks once in a turn of the event loop at most, and not where it has looked a moment ago. */
  checkOnce(): void {
    if (this.#isChecked) return
    this.#checkLately()
    this.#isChecked = true
    setImmediate(this.#endTurn)
  }

  /** To be called after a write has begun: until it ends, no other process can write. */
  check(): void {
    const version = this.#version.get()
    if (version === this.#last) return
    this.#references.forget()
    this.#last = version
  }

  readonly #endTurn = (): void => {
    this.#isChecked = false
  }
}

const versionOf = ({ file }: SqliteConnection): Statement<[], number> =>
  file.prepare<[], number>('pragma data_version').pluck()

/** A connection whose transaction begins with the first statement: what is cached needs none. */
class ReadConnection implements Connection {
  readonly hasChangedReferences = false
  readonly #connection: SqliteConnection
  readonly #begin: Statement
  readonly #end: Statement
  #hasBegun = false

  constructor(connection: SqliteConnection) {
    this.#connection = connection
    this.#begin = connection.file.prepare('begin')
    this.#end = connection.file.prepare('commit')
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#beginOnce()
    return this.#connection.executeQuery(query)
  }

  streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    this.#beginOnce()
    return this.#connection.streamQuery(query)
  }

  end(): void {
    if (!this.#hasBegun) return
    this.#hasBegun = false
    // A file that can no longer be read ends the transaction by itself.
    if (this.#connection.file.inTransaction) this.#end.run()
  }

  #beginOnce(): void {
    if (this.#hasBegun) return
    this.#begin.run()
    this.#hasBegun = true
  }
}

/** Reads, one after another, each on one state of the file. */
export class SqliteReads {
  #connection: ReadConnection
  readonly #references: References
  readonly #others: OtherWriters
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  constructor(connection: SqliteConnection, references: References, others: OtherWriters) {
    this.#connection = new ReadConnection(connection)
    this.#references = references
    this.#others = others
  }

  async read<T>(work: (db: ReadDb) => Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
    try {
      this.#others.checkOnce()
      return await this.#run(work)
    } finally {
      this.#endTurn()
    }
  }

  /** Takes a turn in which nothing is read; from then on it reads what the work opens. */
  async exchange(work: () => Promise<SqliteConnection>): Promise<void> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
    try {
      this.#connection = new ReadConnection(await work())
    } finally {
      this.#endTurn()
    }
  }

  #endTurn(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isBusy = false
  }

  /** What is cached of a read of reference data, as it is now. */
  keptBy(read: object): Kept {
    this.#others.checkOnce()
    return this.#references.keptBy(read)
  }

  async #run<T>(work: (db: ReadDb) => Promise<T>): Promise<T> {
    const db = new Handle(sqliteCompiling, this.#connection, this.#references)
    try {
      return await work(db)
    } finally {
      db.end()
      this.#connection.end()
    }
  }
}

/** Lets the event loop read whatever has arrived by now. */
const nextTurn = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

type WriteStatements = Readonly<Record<'begin' | 'commit' | 'rollback' | 'save' | 'undo' | 'keep', Statement>>

function statementsOf({ file }: SqliteConnection): WriteStatements {
  // Waiting is done here, where others can go on meanwhile.
  file.pragma('busy_timeout = 0')
  return {
    begin: file.prepare('begin immediate'),
    commit: file.prepare('commit'),
    rollback: file.prepare('rollback'),
    save: file.prepare('savepoint one'),
    undo: file.prepare('rollback to one'),
    keep: file.prepare('release one'),
  }
}

/** A write that waits for its turn. */
interface Write {
  /** Runs it; what it answers is not given out before it is on disk. */
  readonly run: (db: WriteDb) => Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes, one after another. Those that arrive together share one commit, each behind a savepoint of its own: a disk
 * that takes its time then makes them wait once and not once each. While several programs write, a commit is put off
 * for as long as every turn of the event loop brings another write; one program alone never waits for others.
 */
export class SqliteWrites {
  #connection: SqliteConnection
  readonly #references: References
  #statements: WriteStatements
  #requireInPlace: () => void
  readonly #others: OtherWriters
  readonly #queue: Write[] = []
  #working: Promise<void> | undefined
  /** Whether writes come side by side lately. */
  #hasCompany = false
  /** Whether this turn of the event loop has seen a commit. */
  #hasCommitted = false

  constructor(connection: SqliteConnection, references: References, others: OtherWriters) {
    this.#connection = connection
    this.#references = references
    this.#others = others
    this.#statements = statementsOf(connection)
    this.#requireInPlace = watchPlace(connection.file.name)
  }

  async transact<T>(work: (db: WriteDb) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let answer: T
      this.#queue.push({
        run: async (db) => {
          answer = await work(db)
        },
        resolve: () => resolve(answer),
        reject,
      })
      // Whoever was answered in this turn cannot have asked again already: this is somebody else.
      if (this.#hasCommitted) this.#hasCompany = true
      this.#working ??= this.#work()
    })
  }

  /** The same in a transaction of its own, on a connection that has another file beside (`WriteDraft`). */
  async transactBeside<T>(path: string, work: (db: WriteDb) => Promise<T>): Promise<T> {
    return this.#alone(async () => {
      const { file } = this.#connection
      // Where a transaction is open that is neither this one's nor anybody's, attaching tells.
      file.prepare(`attach ? as ${DRAFT}`).run(path)
      try {
        let answer: { readonly is: T } | undefined
        const failures: unknown[] = []
        await this.#commitTogether([
          {
            run: async (db) => {
              answer = { is: await work(db) }
            },
            resolve: () => undefined,
            reject: (error) => failures.push(error),
          },
        ])
        if (failures.length > 0 || !answer) throw failures[0]
        return answer.is
      } finally {
        file.exec(`detach ${DRAFT}`)
      }
    })
  }

  /** Takes a turn in which nothing is written; from then on it writes to what the work opens. */
  async exchange(work: () => Promise<SqliteConnection>): Promise<void> {
    return this.#alone(async () => this.#exchange(work))
  }

  /** Takes a turn. Whoever writes meanwhile waits. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#working) await this.#working
    const working = work()
    // A failure is told to whoever has asked for this.
    this.#working = working.then(
      () => undefined,
      () => undefined,
    )
    try {
      return await working
    } finally {
      this.#working = this.#queue.length > 0 ? this.#work() : undefined
    }
  }

  async #exchange(work: () => Promise<SqliteConnection>): Promise<void> {
    const connection = await work()
    this.#statements = statementsOf(connection)
    this.#requireInPlace = watchPlace(connection.file.name)
    this.#connection = connection
    this.#others.use(connection)
  }

  /** Resolves when nothing waits any more. */
  async finish(): Promise<void> {
    await this.#working
  }

  async #work(): Promise<void> {
    do {
      if (this.#hasCompany) await nextTurn()
      await this.#commitTogether(this.#queue)
    } while (this.#queue.length > 0)
    this.#working = undefined
    this.#hasCommitted = true
    setImmediate(() => (this.#hasCommitted = false))
  }

  /** @param queue writes that are taken out of it, those too that come meanwhile */
  async #commitTogether(queue: Write[]): Promise<void> {
    const done: Write[] = []
    try {
      await this.#begin()
      const until = performance.now() + COMMIT_WINDOW
      do {
        const write = queue.shift()
        if (write && (await this.#run(write, done.length > 0))) done.push(write)
        if (queue.length === 0 && this.#hasCompany) await nextTurn()
      } while (queue.length > 0 && this.#connection.file.inTransaction && performance.now() < until)
      if (this.#connection.file.inTransaction) this.#statements.commit.run()
    } catch (error) {
      if (this.#connection.file.inTransaction) this.#statements.rollback.run()
      // Nothing of them is on disk. Where it could not even begin, this is for those that waited for it.
      const failed = done.length > 0 ? done.splice(0) : queue.splice(0)
      for (const write of failed) write.reject(error)
    }
    if (this.#connection.hasChangedReferences) {
      this.#connection.hasChangedReferences = false
      this.#references.forget()
    }
    this.#hasCompany = done.length > 1
    for (const write of done) write.resolve()
  }

  /**
   * @param isShared whether others are in the transaction, who must not lose theirs
   * @returns whether it has worked
   * @throws what has ended the whole transaction
   */
  async #run(write: Write, isShared: boolean): Promise<boolean> {
    const { file } = this.#connection
    if (isShared) this.#statements.save.run()
    const db = new Handle(sqliteCompiling, this.#connection, this.#references)
    try {
      await write.run(db)
      if (isShared) this.#statements.keep.run()
      return true
    } catch (error) {
      write.reject(error)
      // A full disk, say, ends the transaction by itself.
      if (isShared && !file.inTransaction) throw error
      if (isShared) {
        this.#statements.undo.run()
        this.#statements.keep.run()
      } else if (file.inTransaction) {
        this.#statements.rollback.run()
      }
      return false
    } finally {
      db.end()
    }
  }

  async #begin(): Promise<void> {
    this.#requireInPlace()
    const until = performance.now() + BUSY_TIMEOUT
    for (;;) {
      try {
        this.#statements.begin.run()
        this.#others.check()
        return
      } catch (error) {
        if (!isDatabaseBusy(error) || performance.now() > until) throw error
        await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE))
      }
    }
  }
}

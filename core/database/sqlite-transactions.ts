import type { Statement } from 'better-sqlite3'
import { v4 as newState } from 'uuid'
import type { ReadDb, WriteDb } from './database.ts'
import { isDatabaseBusy } from './constraint-errors.ts'
import { Handle } from './handle.ts'
import type { References } from './references.ts'
import { sqliteCompiling, type SqliteConnection } from './sqlite.ts'

/** How long a write waits for one of another process (a command that seeds or restores), in milliseconds. */
const BUSY_TIMEOUT = 2000
const BUSY_PAUSE = 5
/** So long writes are added to one commit, in milliseconds: then whoever only reads has a turn. */
const COMMIT_WINDOW = 8

/** Names the state of reference data (see References). */
const STATE_KEY = 'reference-state'

/** Which state of reference data a transaction sees; begins its snapshot, too. */
const stateStatement = ({ file }: SqliteConnection): Statement<[], string> =>
  file.prepare<[], string>(`select value from settings where key = '${STATE_KEY}'`).pluck()

/**
 * Forgets what is remembered of reference data when another program has written to the file, whatever it was: one
 * that is not ours names no state.
 */
export class OtherWriters {
  readonly #writer: SqliteConnection
  readonly #references: References
  readonly #version: Statement<[], number>
  #last: number | undefined

  /** @param writer the one connection that this process writes with: its own commits do not count */
  constructor(writer: SqliteConnection, references: References) {
    this.#writer = writer
    this.#references = references
    this.#version = writer.file.prepare<[], number>('pragma data_version').pluck()
  }

  /** To be called before a transaction sees its state of the file. */
  heed(): void {
    // While this process writes, no other can.
    if (this.#writer.file.inTransaction) return
    const version = this.#version.get()
    if (version === this.#last) return
    this.#references.forget()
    this.#last = version
  }
}

/** Reads, one after another, each on one state of the file. */
export class SqliteReads {
  readonly #connection: SqliteConnection
  readonly #references: References
  readonly #begin: Statement
  readonly #end: Statement
  readonly #state: Statement<[], string>
  readonly #others: OtherWriters
  readonly #waiting: (() => void)[] = []
  #isBusy = false

  constructor(connection: SqliteConnection, references: References, others: OtherWriters) {
    this.#connection = connection
    this.#references = references
    this.#others = others
    this.#begin = connection.file.prepare('begin')
    this.#end = connection.file.prepare('commit')
    this.#state = stateStatement(connection)
  }

  async read<T>(work: (db: ReadDb) => Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
    try {
      return await this.#run(work)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#isBusy = false
    }
  }

  async #run<T>(work: (db: ReadDb) => Promise<T>): Promise<T> {
    this.#others.heed()
    this.#begin.run()
    try {
      this.#references.use(this.#state.get() ?? '')
      const db = new Handle(sqliteCompiling, this.#connection, this.#references)
      try {
        return await work(db)
      } finally {
        db.end()
      }
    } finally {
      if (this.#connection.file.inTransaction) this.#end.run()
    }
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
 * that takes its time then makes them wait once and not once each.
 */
export class SqliteWrites {
  readonly #connection: SqliteConnection
  readonly #references: References
  readonly #state: Statement<[], string>
  readonly #putState: Statement<[string]>
  readonly #statements: Readonly<
    Record<'begin' | 'commit' | 'rollback' | 'save' | 'undo' | 'keep', Statement>
  >
  readonly #others: OtherWriters
  readonly #queue: Write[] = []
  #working: Promise<void> | undefined

  constructor(connection: SqliteConnection, references: References, others: OtherWriters) {
    const { file } = connection
    this.#connection = connection
    this.#references = references
    this.#others = others
    this.#state = stateStatement(connection)
    this.#putState = file.prepare(
      `insert into settings (key, value) values ('${STATE_KEY}', ?) on conflict (key) do update set value = excluded.value`,
    )
    this.#statements = {
      begin: file.prepare('begin immediate'),
      commit: file.prepare('commit'),
      rollback: file.prepare('rollback'),
      save: file.prepare('savepoint one'),
      undo: file.prepare('rollback to one'),
      keep: file.prepare('release one'),
    }
    // Waiting is done here, where others can go on meanwhile.
    file.pragma('busy_timeout = 0')
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
      this.#working ??= this.#work()
    })
  }

  /** Resolves when nothing waits any more. */
  async finish(): Promise<void> {
    await this.#working
  }

  async #work(): Promise<void> {
    do {
      // Whatever else has arrived by now is read first, so that it can share the commit.
      await new Promise((resolve) => setImmediate(resolve))
      await this.#commitTogether()
    } while (this.#queue.length > 0)
    this.#working = undefined
  }

  async #commitTogether(): Promise<void> {
    const done: Write[] = []
    try {
      await this.#begin()
      const until = performance.now() + COMMIT_WINDOW
      do {
        const write = this.#queue.shift()
        if (write && (await this.#run(write, done.length > 0))) done.push(write)
      } while (this.#queue.length > 0 && this.#connection.file.inTransaction && performance.now() < until)
      if (this.#connection.file.inTransaction) this.#statements.commit.run()
    } catch (error) {
      if (this.#connection.file.inTransaction) this.#statements.rollback.run()
      // Nothing of them is on disk. Where it could not even begin, this is for those that waited for it.
      const failed = done.length > 0 ? done.splice(0) : this.#queue.splice(0)
      for (const write of failed) write.reject(error)
    }
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
    this.#references.use(this.#state.get() ?? '')
    this.#connection.hasChangedReferences = false
    const db = new Handle(sqliteCompiling, this.#connection, this.#references)
    try {
      await write.run(db)
      if (this.#connection.hasChangedReferences) this.#putState.run(newState())
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
      this.#connection.hasChangedReferences = false
    }
  }

  async #begin(): Promise<void> {
    const until = performance.now() + BUSY_TIMEOUT
    for (;;) {
      try {
        this.#others.heed()
        this.#statements.begin.run()
        return
      } catch (error) {
        if (!isDatabaseBusy(error) || performance.now() > until) throw error
        await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE))
      }
    }
  }
}

import Sqlite, { type Database, type Statement } from 'better-sqlite3'
import {
  CompiledQuery,
  SqliteAdapter,
  TableNode,
  type InsertQueryNode,
  type Insertable,
  type QueryResult,
} from 'kysely'
import { SCRATCH_CACHE } from './scratch.ts'
import type { ReadDb, WriteDb } from './engine.ts'
import { Handle, type Connection } from './handle.ts'
import { Overtaken } from './overtaken.ts'
import { insertRows } from './queries/prepared.ts'
import type { TableName, Tables } from './schema/tables.ts'

/** What a file beside is called on the connection that it is attached to. */
export const DRAFT = 'draft'

/** A statement that is run as it is, with whatever its parameters are. */
interface Kept {
  readonly query: CompiledQuery
  /** Whether it has to find a row: the version of a record is guarded so. */
  readonly isGuarded: boolean
}

/** Rows of one table that all have the same columns. */
interface Rows {
  readonly table: TableName
  readonly columns: string
  readonly into: string
  readonly insert: Statement
}

interface Step {
  readonly number: number
  /** Rows of it, from the first to the last; null where it is a statement. */
  readonly first: number | null
  readonly last: number | null
  /** JSON: a list of values; null where it is rows. */
  readonly parameters: string | null
}

/**
 * A write that is set down in a file before the transaction that does it, because others wait for that on some engines: all
 * that is read, looked at and reckoned for it is done by then. What is to be inserted is kept as rows, which a file takes
 * over by one statement for many; everything else as the statement that it is. All of it is done in the order in which it was
 * set down.
 *
 * It is of the state that was read. Whoever runs it finds out first that nobody has made that untrue.
 */
export class WriteDraft {
  readonly path: string
  readonly #file: Database
  readonly #kept: Kept[] = []
  /** Numbers of statements by their text. */
  readonly #numbers = new Map<string, number>()
  readonly #rows: Rows[] = []
  readonly #step: Statement
  /** The rows that the last step inserts, as long as nothing else has come behind them. */
  #open: { readonly number: number; readonly first: number; last: number } | undefined

  /** @param path of a file that is not there */
  constructor(path: string) {
    this.path = path
    this.#file = new Sqlite(path)
    this.#file.pragma(`cache_size = -${SCRATCH_CACHE}`)
    this.#file.pragma('journal_mode = off')
    this.#file.pragma('synchronous = off')
    this.#file.exec('create table steps (number integer, first integer, last integer, parameters text)')
    // Nothing of it is to last until it is whole.
    this.#file.exec('begin')
    this.#step = this.#file.prepare('insert into steps values (?, ?, ?, ?)')
  }

  /** @returns a handle that reads where the given one does, and sets down what is written to it */
  handle(db: ReadDb): WriteDb {
    return new Handle(db.compiling, new DraftConnection(this, db))
  }

  /** Sets down a statement. */
  add(query: CompiledQuery, isGuarded: boolean): void {
    this.#endRows()
    const key = `${isGuarded} ${query.sql}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#kept.push({ query, isGuarded }) - 1
      this.#numbers.set(key, number)
    }
    this.#step.run(number, null, null, JSON.stringify(query.parameters))
  }

  /** Sets down the rows of an insert. */
  addRows({ parameters, query }: CompiledQuery, node: InsertQueryNode): void {
    const table = node.into && TableNode.is(node.into) ? node.into.table.identifier.name : undefined
    const columns = node.columns?.map(({ column }) => column.name)
    if (table === undefined || !columns || node.onConflict || node.returning)
      throw new Error(`This ${query.kind} cannot be set down beforehand.`)
    const number = this.#rowsOf(table as TableName, columns)
    const { insert } = this.#rows[number] as Rows
    for (let start = 0; start < parameters.length; start += columns.length) {
      const { lastInsertRowid } = insert.run(parameters.slice(start, start + columns.length))
      const row = Number(lastInsertRowid)
      if (this.#open?.number === number) this.#open.last = row
      else {
        this.#endRows()
        this.#open = { number, first: row, last: row }
      }
    }
  }

  #rowsOf(table: TableName, names: readonly string[]): number {
    const columns = names.map((name) => `"${name}"`).join(', ')
    const known = this.#rows.findIndex((rows) => rows.table === table && rows.columns === columns)
    if (known >= 0) return known
    const number = this.#rows.length
    const into = `rows${number}`
    // Without types: what is in it is as it was given.
    this.#file.exec(`create table ${into} (${columns})`)
    const places = names.map(() => '?').join(', ')
    this.#rows.push({
      table,
      columns,
      into,
      insert: this.#file.prepare(`insert into ${into} values (${places})`),
    })
    return number
  }

  #endRows(): void {
    if (!this.#open) return
    const { first, last, number } = this.#open
    this.#step.run(number, first, last, null)
    this.#open = undefined
  }

  /** To be called when all of it has been set down: from then on it may be run. */
  finish(): void {
    this.#endRows()
    this.#file.exec('commit')
  }

  /**
   * Does all of it, in a transaction that was given this draft (`AboutWork.draft`).
   * @throws Overtaken where a row is in another version by now
   */
  async run(db: WriteDb): Promise<void> {
    const takeOver = db.compiling.adapter instanceof SqliteAdapter ? attached : sent(this.#file)
    for (const step of this.#file.prepare<[], Step>('select * from steps order by rowid').iterate()) {
      const { first, last, number, parameters } = step
      if (parameters === null) {
        await takeOver(db, this.#rows[number] as Rows, first ?? 0, last ?? 0)
        continue
      }
      const { isGuarded, query } = this.#kept[number] as Kept
      const ready = { ...query, parameters: JSON.parse(parameters) as unknown[] }
      if (!isGuarded) await db.send(ready)
      else if (((await db.run(ready)).numAffectedRows ?? 0n) === 0n) throw new Overtaken()
    }
  }

  close(): void {
    this.#file.close()
  }
}

/** Puts rows of the draft into their table. */
type TakeOver = (db: WriteDb, rows: Rows, first: number, last: number) => Promise<void>

/** By one statement, on a connection that has the draft beside its own file. */
const attached: TakeOver = async (db, { columns, into, table }, first, last) => {
  const rows = `select ${columns} from ${DRAFT}.${into} where rowid between +? and +?`
  await db.send(CompiledQuery.raw(`insert into main."${table}" (${columns}) ${rows}`, [first, last]))
}

/** Where the rows have to be sent. */
const sent =
  (file: Database): TakeOver =>
  async (db, { columns, into, table }, first, last) => {
    const select = file.prepare(`select ${columns} from ${into} where rowid between ? and ?`)
    await insertRows(db, table, select.all(first, last) as Insertable<Tables[typeof table]>[])
  }

/** Reads, and sets down what would be written. */
class DraftConnection implements Connection {
  readonly hasChangedReferences = false
  readonly #draft: WriteDraft
  readonly #db: ReadDb

  constructor(draft: WriteDraft, db: ReadDb) {
    this.#draft = draft
    this.#db = db
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.query.kind === 'SelectQueryNode') return this.#db.run<R>(query)
    // Whoever waits for the answer of an update looks whether there was a row.
    this.#add(query, query.query.kind === 'UpdateQueryNode')
    return { rows: [], numAffectedRows: 1n }
  }

  // Asynchronous for its interface's sake only.
  // eslint-disable-next-line @typescript-eslint/require-await
  async send(query: CompiledQuery): Promise<void> {
    this.#add(query, false)
  }

  #add(query: CompiledQuery, isGuarded: boolean): void {
    if (query.query.kind === 'InsertQueryNode') this.#draft.addRows(query, query.query)
    else this.#draft.add(query, isGuarded)
  }

  streamQuery(): never {
    throw new Error('What is set down beforehand is read whole.')
  }
}

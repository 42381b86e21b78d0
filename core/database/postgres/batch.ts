import pg from 'pg'
import type {
  CommandCompleteMessage,
  DataRowMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js'
import type { QueryResult } from 'kysely'
import { ConnectionLost } from './errors.ts'
import { types } from './types.ts'

/** What the server has answered to one statement. */
export interface Answer<R> extends QueryResult<R> {
  /** Such as `COMMIT`, or `ROLLBACK` where a transaction that had failed was to be committed. */
  readonly command: string
}

/** What a parameter is sent as. */
type Value = string | Buffer | null

/** A statement and who waits for its answer. */
export interface Asked {
  readonly text: string
  readonly values: Value[]
  /** Left out where it is not kept by the session. */
  readonly name: string | undefined
  resolve(answer: Answer<unknown>): void
  reject(error: Error): void
}

type Parse = (text: string) => unknown

/** Makes rows of what the server sends, in the columns that it has told of before. */
interface Columns {
  readonly names: readonly string[]
  readonly parse: readonly Parse[]
  /** A row of nothing, of which every row is made: rows of one statement are alike for V8, too. */
  readonly empty: Readonly<Record<string, null>>
}

/**
 * Statements that a session keeps, by their names, with the columns of their rows; of one that is under way it is not known
 * whether it will be kept.
 */
export type Kept = Map<string, Columns | 'under way'>

/** A statement that is sent, and what has been heard of it. */
interface Sent {
  readonly asked: Asked
  /** Whether it is kept by the session, should it be answered. */
  isToKeep: boolean
  columns: Columns
  readonly rows: unknown[]
  /** Why its rows cannot be read. */
  unreadable?: Error
}

/**
 * Statements that are sent together and end together: where one fails, the server runs none behind it, and all those have
 * failed with it. A statement that the session keeps is neither sent nor described again: it is told by its name.
 */
export class Batch extends pg.Query {
  readonly #sent: Sent[]
  readonly #kept: Kept
  #next = 0
  /** What pg calls at the end of all of it. */
  callback: (error?: Error) => void = () => undefined

  constructor(asked: readonly Asked[], kept: Kept) {
    super('')
    this.#kept = kept
    this.#sent = asked.map((one) => ({ asked: one, isToKeep: false, columns: NO_COLUMNS, rows: [] }))
  }

  override submit = (connection: pg.Connection): void => {
    for (const sent of this.#sent) this.#send(sent, connection)
    connection.sync()
  }

  #send(sent: Sent, connection: pg.Connection): void {
    const { name = '', text, values } = sent.asked
    const kept = this.#kept.get(name)
    const isNew = typeof kept !== 'object'
    const isToKeep = name !== '' && kept === undefined
    sent.isToKeep = isToKeep
    if (!isNew) sent.columns = kept
    // Nobody knows yet how it ends where it is under way already.
    const statement = isNew && !isToKeep ? '' : name
    if (isToKeep) {
      this.#kept.set(name, 'under way')
      // It may be there: what has failed when it was run has been kept all the same.
      connection.close({ type: 'S', name }, true)
    }
    if (isNew) connection.parse({ name: statement, text, types: [] }, true)
    connection.bind({ statement, values }, true)
    if (isNew) connection.describe({ type: 'P' }, true)
    connection.execute(null, true)
  }

  handleRowDescription({ fields }: RowDescriptionMessage): void {
    const sent = this.#sent[this.#next]
    if (!sent) return
    sent.columns = {
      names: fields.map(({ name }) => name),
      parse: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID) as unknown as Parse),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    }
  }

  handleDataRow({ fields }: DataRowMessage): void {
    const sent = this.#sent[this.#next]
    if (!sent || sent.unreadable !== undefined) return
    try {
      sent.rows.push(rowOf(sent.columns, fields as (string | null)[]))
    } catch (error) {
      sent.unreadable = error as Error
    }
  }

  handleCommandComplete({ text }: CommandCompleteMessage): void {
    const sent = this.#sent[this.#next++]
    if (!sent) return
    const { asked, columns, isToKeep, rows, unreadable } = sent
    if (isToKeep) this.#kept.set(asked.name ?? '', columns)
    if (unreadable === undefined) asked.resolve(answerOf(text, rows))
    else asked.reject(unreadable)
  }

  /**
   * Whoever waits for what has not been answered hears of it; may be called more than once. What the server itself does not
   * say, such as that it has not answered in time, is the end of the connection.
   */
  handleError(error: Error): void {
    const told = error instanceof pg.DatabaseError ? error : new ConnectionLost(error)
    for (const { asked, isToKeep } of this.#sent.slice(this.#next)) {
      if (isToKeep) this.#kept.delete(asked.name ?? '')
      asked.reject(told)
    }
    this.#next = this.#sent.length
    this.callback(error)
  }

  handleReadyForQuery(): void {
    if (this.#next < this.#sent.length) this.handleError(new Error('The server has left out an answer.'))
    else this.callback()
  }
}

const NO_COLUMNS: Columns = { names: [], parse: [], empty: {} }

function rowOf({ empty, names, parse }: Columns, values: readonly (string | null)[]): unknown {
  const row: Record<string, unknown> = { ...empty }
  for (let index = 0; index < names.length; index++) {
    const value = values[index] ?? null
    if (value !== null) row[names[index] ?? ''] = parse[index]?.(value)
  }
  return row
}

/** @param tag such as `SELECT 3`, `INSERT 0 1` or `COMMIT` */
function answerOf(tag: string, rows: unknown[]): Answer<unknown> {
  const [command = '', ...counts] = tag.split(' ')
  return { command, rows, ...(WRITES.has(command) && { numAffectedRows: BigInt(counts.at(-1) ?? 0) }) }
}

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** @throws TypeError for what no engine knows: texts, numbers, bytes and null are all that is stored */
export function valueOf(value: unknown): Value {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return value.toString()
    case 'undefined':
      return null
    default:
      if (value === null || value instanceof Buffer) return value
      throw new TypeError('A parameter is no text, number or bytes.')
  }
}

import type { CompiledQuery, Insertable } from 'kysely'
import type { WriteDb } from '../database/engine.ts'
import type { Tables } from '../database/schema/tables.ts'

/** Rows that one statement inserts; the rest of a table goes row by row, so that two statements serve any number. */
const ROWS_A_STATEMENT = 64

type Row = Record<string, unknown>

interface Buffer {
  readonly columns: readonly string[]
  readonly rows: Row[]
}

/**
 * Collects rows of many tables and writes them with few statements. Tables are written in the order in which each
 * got its first row: whoever adds what is referred to before what refers to it satisfies every foreign key.
 */
export class RowWriter {
  readonly #buffers = new Map<keyof Tables, Buffer>()
  readonly #statements = new Map<string, CompiledQuery>()

  /** Every row of a table brings the same columns. */
  add<T extends keyof Tables>(table: T, row: Insertable<Tables[T]>): void {
    let buffer = this.#buffers.get(table)
    if (!buffer) {
      buffer = { columns: Object.keys(row), rows: [] }
      this.#buffers.set(table, buffer)
    }
    buffer.rows.push(row)
  }

  /** Writes what has been collected and begins anew; the writer may go on with another transaction. */
  async flush(db: WriteDb): Promise<void> {
    for (const [table, { columns, rows }] of this.#buffers) {
      const whole = rows.length - (rows.length % ROWS_A_STATEMENT)
      for (let start = 0; start < whole; start += ROWS_A_STATEMENT) {
        await this.#insert(db, table, columns, rows.slice(start, start + ROWS_A_STATEMENT))
      }
      for (const row of rows.slice(whole)) await this.#insert(db, table, columns, [row])
      rows.length = 0
    }
  }

  async #insert(
    db: WriteDb,
    table: keyof Tables,
    columns: readonly string[],
    rows: readonly Row[],
  ): Promise<void> {
    const key = `${table} ${rows.length}`
    let statement = this.#statements.get(key)
    if (!statement) {
      // Compiled once by the dialect at hand; from then on only the parameters change.
      statement = db
        .insertInto(table)
        .values(rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))))
        .compile()
      this.#statements.set(key, statement)
    }
    const parameters = rows.flatMap((row) => columns.map((column) => row[column]))
    await db.run({ ...statement, parameters })
  }
}

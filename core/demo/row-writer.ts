import type { Insertable } from 'kysely'
import type { WriteDb } from '../database/engine.ts'
import type { Tables } from '../database/schema/tables.ts'
import { insertRows, insertRowsUnlessThere, type TableRows } from '../database/queries/prepared.ts'

/**
 * Collects rows of many tables and writes them with few statements. Tables are written in the order in which each
 * got its first row: whoever adds what is referred to before what refers to it satisfies every foreign key.
 */
export class RowWriter {
  readonly #rows = new Map<keyof Tables, unknown[]>()
  readonly #shared = new Map<keyof Tables, unknown[]>()
  /** What has been collected of rows that may be there already. */
  readonly #known = new Set<string>()

  /** Every row of a table brings the same columns. */
  add<T extends keyof Tables>(table: T, row: Insertable<Tables[T]>): void {
    const rows = this.#rows.get(table)
    if (rows) rows.push(row)
    else this.#rows.set(table, [row])
  }

  addAll(rows: TableRows): void {
    for (const table of Object.keys(rows) as (keyof Tables)[]) {
      for (const row of rows[table] ?? []) this.add(table, row)
    }
  }

  /** Rows of which one alone is to be there, whoever else has added it. */
  addUnlessThere<T extends keyof Tables>(table: T, rows: readonly Insertable<Tables[T]>[]): void {
    const added = this.#shared.get(table) ?? []
    this.#shared.set(table, added)
    for (const row of rows) {
      const name = JSON.stringify([table, row])
      if (!this.#known.has(name)) added.push(row)
      this.#known.add(name)
    }
  }

  /** Writes what has been collected and begins anew; the writer may go on with another transaction. */
  async flush(db: WriteDb): Promise<void> {
    for (const [table, rows] of this.#rows) {
      await insertRows(db, table, rows as Insertable<Tables[typeof table]>[])
      rows.length = 0
    }
    for (const [table, rows] of this.#shared) {
      await insertRowsUnlessThere(db, table, rows as Insertable<Tables[typeof table]>[])
      rows.length = 0
    }
  }
}

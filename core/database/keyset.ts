import { sql, type Expression, type SqlBool } from 'kysely'
import type { Cursor } from '../kernel/cursor.ts'

/** One page of a list: at most `limit` rows after the cursor. */
export interface Page {
  readonly limit: number
  readonly after: Cursor | undefined
}

/** The rows of one page and, where more follow, where it ended. */
export interface Slice<T> {
  readonly rows: readonly T[]
  readonly next: Cursor | undefined
}

/**
 * The condition "behind the cursor" for rows sorted by the given columns, the last of them unique. Row values
 * compare from left to right, and an index on the same columns serves them.
 * @param columns `table.column` names of ours, never text of a request
 */
export function behind(
  columns: readonly string[],
  cursor: Cursor,
  order: 'asc' | 'desc',
): Expression<SqlBool> {
  const left = sql.join(columns.map((column) => sql.ref(column)))
  const right = sql.join(cursor.map((value) => sql.val(value)))
  return order === 'asc' ? sql<SqlBool>`(${left}) > (${right})` : sql<SqlBool>`(${left}) < (${right})`
}

/** Cuts rows fetched with `limit + 1` into a page; the extra row only tells that more follow. */
export function slice<T>(rows: readonly T[], page: Page, cursorOf: (row: T) => Cursor): Slice<T> {
  if (rows.length <= page.limit) return { rows, next: undefined }
  const kept = rows.slice(0, page.limit)
  const last = kept.at(-1)
  return { rows: kept, next: last && cursorOf(last) }
}

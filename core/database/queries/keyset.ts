import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Cursor } from '../../kernel/cursor.ts'

export type Direction = 'asc' | 'desc'

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

/** The page of a list that tells how many rows it has: nobody looks through more. */
export const COUNTED: Page = { limit: 1000, after: undefined }

/** How many rows a list has, as far as {@link COUNTED} goes. */
export const countOf = ({ rows, next }: Slice<unknown>): { count: number; more: boolean } => ({
  count: rows.length,
  more: next !== undefined,
})

/**
 * Fetches one page of a query, sorted by columns of which the last is unique. The cursor compares as one row value, so
 * an index on the same columns serves both the place to go on from and the order.
 * @param query selects what it is sorted by, too
 * @param by the columns as `table.column`, each with a row's value; names of ours, never text of a request
 */
export async function fetchSlice<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: Page,
  direction: Direction,
  by: Readonly<Record<string, (row: Row) => string | number>>,
): Promise<Slice<Row>> {
  const columns = Object.keys(by)
  const from = page.after ? query.where(behind(columns, page.after, direction)) : query
  const sorted = columns.reduce((ordered, column) => ordered.orderBy(sql.ref(column), direction), from)
  const rows = (await sorted.limit(page.limit + 1).execute()) as Row[]
  return slice(rows, page, (row) => Object.values(by).map((value) => value(row)))
}

/**
 * The same for rows of several queries that have none in common: an index serves each, where none would serve all together.
 * @param by as there; texts are ASCII only
 */
export async function fetchMerged<DB, TB extends keyof DB, Row>(
  queries: readonly SelectQueryBuilder<DB, TB, Row>[],
  page: Page,
  direction: Direction,
  by: Readonly<Record<string, (row: Row) => string | number>>,
): Promise<Slice<Row>> {
  const [only] = queries
  if (only && queries.length === 1) return fetchSlice(only, page, direction, by)
  // One row more of each tells whether more of them follow.
  const more = { ...page, limit: page.limit + 1 }
  const slices = await Promise.all(queries.map(async (query) => fetchSlice(query, more, direction, by)))
  const cursorOf = (row: Row): Cursor => Object.values(by).map((value) => value(row))
  const rows = slices
    .flatMap((one) => one.rows)
    .sort((a, b) => (isBehind(cursorOf(a), cursorOf(b), direction) ? 1 : -1))
  return slice(rows, page, cursorOf)
}

function behind(columns: readonly string[], cursor: Cursor, direction: Direction): Expression<SqlBool> {
  const left = sql.join(columns.map((column) => sql.ref(column)))
  const right = sql.join(cursor.map((value) => sql.val(value)))
  return direction === 'asc' ? sql<SqlBool>`(${left}) > (${right})` : sql<SqlBool>`(${left}) < (${right})`
}

/**
 * The same for rows in memory.
 * @param rows sorted by the values, which hold only ASCII text and of which the last is unique
 */
export function sliceOf<Row>(
  rows: readonly Row[],
  page: Page,
  direction: Direction,
  by: readonly ((row: Row) => string | number)[],
): Slice<Row> {
  const { after } = page
  const cursorOf = (row: Row): Cursor => by.map((value) => value(row))
  const start = after ? rows.findIndex((row) => isBehind(cursorOf(row), after, direction)) : 0
  return start < 0
    ? { rows: [], next: undefined }
    : slice(rows.slice(start, start + page.limit + 1), page, cursorOf)
}

/**
 * The same for rows in memory by their names, in the order of a culture's alphabet and of the numbers in them (Till 2 before
 * Till 11); those that it takes for the same stand by their ids.
 */
export function sliceByName<Row extends { readonly id: string; readonly name: string }>(
  rows: readonly Row[],
  page: Page,
  culture: string,
): Slice<Row> {
  const { compare } = collatorOf(culture)
  const byName = (a: Row, b: Row): number =>
    compare(a.name, b.name) || Number(a.id > b.id) - Number(a.id < b.id)
  const sorted = [...rows].sort(byName)
  const [name, id] = page.after ?? []
  const last = { name: String(name), id: String(id) }
  const start = page.after ? sorted.findIndex((row) => byName(row, last as Row) > 0) : 0
  if (start < 0) return { rows: [], next: undefined }
  return slice(sorted.slice(start, start + page.limit + 1), page, (row) => [row.name, row.id])
}

const collators = new Map<string, Intl.Collator>()

/** @param culture one of a store's: there are few */
function collatorOf(culture: string): Intl.Collator {
  const known = collators.get(culture) ?? new Intl.Collator(culture, { numeric: true })
  collators.set(culture, known)
  return known
}

function isBehind(row: Cursor, cursor: Cursor, direction: Direction): boolean {
  const place = row.findIndex((value, index) => value !== cursor[index])
  const [own, other] = [row[place], cursor[place]]
  if (own === undefined || other === undefined) return false
  return direction === 'asc' ? own > other : own < other
}

/** Cuts rows into a page; one more than its limit only tells that more follow. */
function slice<T>(rows: readonly T[], page: Page, cursorOf: (row: T) => Cursor): Slice<T> {
  if (rows.length <= page.limit) return { rows, next: undefined }
  const kept = rows.slice(0, page.limit)
  const last = kept.at(-1)
  return { rows: kept, next: last && cursorOf(last) }
}

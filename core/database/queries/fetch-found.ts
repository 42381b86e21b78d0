import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { FEW } from './few.ts'
import type { Found } from './find-terms.ts'
import { fetchSlice, type Direction, type Page, type Slice } from './keyset.ts'

/** A list in which something is searched; columns are named as `table.column`, by us. */
export interface SearchedList<DB, TB extends keyof DB, Row, KeyDB, KeyTB extends keyof KeyDB> {
  /** The rows, of whatever store: what terms find is of theirs. */
  readonly rows: SelectQueryBuilder<DB, TB, Row>
  /** The column that terms find. */
  readonly id: string
  readonly store: { readonly column: string; readonly id: string }
  readonly direction: Direction
  /** As for `fetchSlice`. */
  readonly by: Readonly<Record<string, (row: Row) => string | number>>
  /** The tables and conditions that say how far a walk of so many rows gets: those with an index in the list's order. */
  readonly steps: SelectQueryBuilder<KeyDB, KeyTB, object>
}

/**
 * Fetches one page of what is found in a list. Few are sorted. Many are come across when the list is walked in its own
 * order; where that takes as long as to sort them, they are sorted after all. So the length of the list does not matter.
 * @param found nothing where it is undefined
 */
export async function fetchFound<DB, TB extends keyof DB, Row, KeyDB, KeyTB extends keyof KeyDB>(
  found: Found | undefined,
  page: Page,
  list: SearchedList<DB, TB, Row, KeyDB, KeyTB>,
): Promise<Slice<Row>> {
  if (!found) return { rows: [], next: undefined }
  const { rows, id, direction, by } = list
  const near = found.count > FEW ? await walk(found, page, list) : undefined
  return near ?? fetchSlice(rows.where(found.among(id)), page, direction, by)
}

/** @returns undefined where the page is not full although there is more to be walked */
async function walk<DB, TB extends keyof DB, Row, KeyDB, KeyTB extends keyof KeyDB>(
  found: Found,
  page: Page,
  { rows, id, store, direction, by, steps }: SearchedList<DB, TB, Row, KeyDB, KeyTB>,
): Promise<Slice<Row> | undefined> {
  const lead = sql.ref(Object.keys(by)[0] ?? '')
  const [onwards, within] = direction === 'asc' ? [sql`>=`, sql`<=`] : [sql`<=`, sql`>=`]
  const start = page.after?.[0]
  const ahead = start === undefined ? steps : steps.where(sql<SqlBool>`${lead} ${onwards} ${start}`)
  const last = await ahead
    .select(lead.as('at'))
    .$castTo<{ at: string | number }>()
    .orderBy(lead, direction)
    .limit(1)
    // To come across a row takes no less than to fetch and sort one that is found.
    .offset(found.count)
    .executeTakeFirst()
  const walked = rows.where(sql<SqlBool>`${sql.ref(store.column)} = ${store.id}`).where(found.test(id))
  const slice = await fetchSlice(
    last ? walked.where(sql<SqlBool>`${lead} ${within} ${last.at}`) : walked,
    page,
    direction,
    by,
  )
  return slice.next || !last ? slice : undefined
}

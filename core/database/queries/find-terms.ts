import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { afterPrefix } from '../../kernel/search-terms.ts'
import type { ReadDb } from '../engine.ts'

/** Counting further would not tell better which of two terms is the rarer. */
export const COUNTED = 20_000

/**
 * Tables of terms, whose key leads from a store's term to what it finds: each with the column of that. The way from there
 * to its terms is an index, or a column of its own table, which has all of them in one text (`termLines`): most orders are
 * written and never searched, and to write one more index costs them more than it would ever win.
 */
const termTables = {
  order_terms: { id: 'order_id', own: 'orders' },
  product_terms: { id: 'variant_id', own: undefined },
  customer_terms: { id: 'customer_id', own: undefined },
} as const

export type TermTable = keyof typeof termTables

/** How a search is understood. */
export interface Search {
  /** Codes: where some are terms as they are, these alone are what was meant. */
  readonly whole: readonly string[]
  /** Otherwise, the ways to read it: each the beginnings of terms that must all be there. */
  readonly ways: readonly (readonly string[])[]
}

/** What a search finds in one store. */
export interface Found {
  /** At most so many, as far as they were counted. */
  readonly count: number
  /** Whether a column's id is among them, told from them: good where there are few. */
  among(column: string): RawBuilder<SqlBool>
  /** The same, told from the id's own terms: good where there are many. The id must be the store's. */
  test(column: string): RawBuilder<SqlBool>
}

/** What either of two searches finds. */
export function either(one: Found | undefined, other: Found | undefined): Found | undefined {
  if (!one || !other) return one ?? other
  return {
    count: one.count + other.count,
    among: (column) => sql`(${one.among(column)} or ${other.among(column)})`,
    test: (column) => sql`(${one.test(column)} or ${other.test(column)})`,
  }
}

/** What is looked for: a term as it is, or those that begin so. */
interface Wanted {
  readonly term: string
  readonly isWhole: boolean
}

/** That, and how many terms of the store it is. */
interface Match extends Wanted {
  readonly count: number
}

/** @returns undefined where nothing is found */
export async function findTerms(
  db: ReadDb,
  table: TermTable,
  storeId: string,
  { whole, ways }: Search,
): Promise<Found | undefined> {
  const { id, own } = termTables[table]

  async function count(wanted: Wanted): Promise<Match> {
    const some = db
      .selectFrom(table)
      .select('term')
      .where('store_id', '=', storeId)
      .where(isTerm(wanted))
      .limit(COUNTED)
    const { n } = await db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
      .executeTakeFirstOrThrow()
    return { ...wanted, count: Number(n) }
  }

  /** Each way with its rarest term first, without those ways of which some term is nowhere. */
  async function inUse(wantedByWay: readonly (readonly Wanted[])[]): Promise<Match[][]> {
    const counted: Match[][] = []
    for (const way of wantedByWay) {
      const matches: Match[] = []
      for (const wanted of way) matches.push(await count(wanted))
      matches.sort((a, b) => a.count - b.count)
      if (matches.every((match) => match.count > 0)) counted.push(matches)
    }
    return counted
  }

  const hasTerm = (found: RawBuilder<unknown>, match: Match) =>
    sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(id)} = ${found} and ${isTerm(match)})`
  /** Whether what is found has all of these terms. */
  const hasAll = (found: RawBuilder<unknown>, matches: readonly Match[]): RawBuilder<SqlBool> =>
    own === undefined
      ? allOf(matches.map((match) => hasTerm(found, match)))
      : sql`exists (select 1 from ${sql.table(own)} as own
          where own.id = ${found} and ${allOf(matches.map(isLine))})`
  const idsOf = ([rarest, ...others]: readonly Match[]) => {
    const all = others.length === 0 ? sql`` : sql` and ${hasAll(sql.ref(`found.${id}`), others)}`
    return sql`select ${sql.ref(id)} from ${sql.table(table)} as found
      where store_id = ${storeId} and ${rarest && isTerm(rarest)}${all}`
  }

  const asCode = await inUse(whole.map((term) => [{ term, isWhole: true }]))
  // Everything begins with nothing.
  const read = ways.filter((way) => way.length > 0 && !way.includes(''))
  const found =
    asCode.length > 0 ? asCode : await inUse(read.map((way) => way.map((term) => ({ term, isWhole: false }))))
  if (found.length === 0) return undefined
  return {
    count: found.reduce((sum, [rarest]) => sum + (rarest?.count ?? 0), 0),
    among: (column) => sql`${sql.ref(column)} in (${sql.join(found.map(idsOf), sql` union all `)})`,
    test: (column) =>
      sql`(${sql.join(
        found.map((matches) => hasAll(sql.ref(column), matches)),
        sql` or `,
      )})`,
  }
}

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  sql.join(conditions, sql` and `)

/** Whether the term of a row is what is wanted. */
const isTerm = ({ isWhole, term }: Wanted): RawBuilder<SqlBool> =>
  isWhole ? sql`term = ${term}` : sql`(term >= ${term} and term < ${afterPrefix(term)})`

/** Whether a line of the text of all terms is. */
const isLine = ({ isWhole, term }: Wanted): RawBuilder<SqlBool> => {
  const line = `\n${term.replace(/[\\%_]/g, '\\$&')}${isWhole ? '\n' : ''}`
  return sql`own.search_terms like ${`%${line}%`} escape '\\'`
}

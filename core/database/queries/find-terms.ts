import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { afterPrefix } from '../../kernel/search-terms.ts'
import type { ReadDb } from '../engine.ts'

/** Counting further would not tell better which of two terms is the rarer. */
export const COUNTED = 20_000

/**
 * Tables of terms, each with the column that says what a term finds. They have keys both ways: from a store's term to
 * what it finds, and from that to its terms.
 */
const foundColumns = {
  order_terms: 'order_id',
  product_terms: 'variant_id',
  customer_terms: 'customer_id',
} as const

export type TermTable = keyof typeof foundColumns

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

/** A condition for a term, and how many terms fulfil it. */
interface Match {
  readonly condition: RawBuilder<SqlBool>
  readonly count: number
}

/** @returns undefined where nothing is found */
export async function findTerms(
  db: ReadDb,
  table: TermTable,
  storeId: string,
  { whole, ways }: Search,
): Promise<Found | undefined> {
  const id = foundColumns[table]

  async function count(condition: RawBuilder<SqlBool>): Promise<Match> {
    const some = db
      .selectFrom(table)
      .select('term')
      .where('store_id', '=', storeId)
      .where(condition)
      .limit(COUNTED)
    const { n } = await db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
      .executeTakeFirstOrThrow()
    return { condition, count: Number(n) }
  }

  /** Each way with its rarest term first, without those ways of which some term is nowhere. */
  async function inUse(conditionsOfWays: readonly (readonly RawBuilder<SqlBool>[])[]): Promise<Match[][]> {
    const counted: Match[][] = []
    for (const conditions of conditionsOfWays) {
      const matches: Match[] = []
      for (const condition of conditions) matches.push(await count(condition))
      matches.sort((a, b) => a.count - b.count)
      if (matches.every((match) => match.count > 0)) counted.push(matches)
    }
    return counted
  }

  const hasTerm = (found: RawBuilder<unknown>, { condition }: Match) =>
    sql<SqlBool>`exists (select 1 from ${sql.table(table)} where ${sql.ref(id)} = ${found} and ${condition})`
  const idsOf = ([rarest, ...others]: Match[]) => {
    const all = others.map((match) => sql` and ${hasTerm(sql.ref(`own.${id}`), match)}`)
    return sql`select ${sql.ref(id)} from ${sql.table(table)} as own
      where store_id = ${storeId} and ${rarest?.condition}${sql.join(all, sql``)}`
  }

  const asCode = await inUse(whole.map((term) => [isTerm(term)]))
  // Everything begins with nothing.
  const read = ways.filter((way) => way.length > 0 && !way.includes(''))
  const found = asCode.length > 0 ? asCode : await inUse(read.map((way) => way.map(beginsWith)))
  if (found.length === 0) return undefined
  return {
    count: found.reduce((sum, [rarest]) => sum + (rarest?.count ?? 0), 0),
    among: (column) => sql`${sql.ref(column)} in (${sql.join(found.map(idsOf), sql` union all `)})`,
    test: (column) => {
      const each = found.map((matches) =>
        sql.join(
          matches.map((match) => hasTerm(sql.ref(column), match)),
          sql` and `,
        ),
      )
      return sql`(${sql.join(each, sql` or `)})`
    },
  }
}

const isTerm = (term: string): RawBuilder<SqlBool> => sql`term = ${term}`

const beginsWith = (prefix: string): RawBuilder<SqlBool> =>
  sql`(term >= ${prefix} and term < ${afterPrefix(prefix)})`

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { afterPrefix, isPart } from '../../kernel/search-terms.ts'
import type { ReadDb } from '../engine.ts'
import { prepared } from './prepared.ts'

/** Counting further would not tell better which of two terms is the rarer. */
export const COUNTED = 20_000

/** Where a term leads to what it finds. */
interface Lead {
  /** A table of terms, called `found`, whose key begins with a store's term, and what leads on from there. */
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  /** Of the terms, where the table has several kinds. */
  readonly kind?: string
  /** Whether it is from what stands within words. */
  readonly isWithin?: true
}

/** How terms find something. */
interface Finding {
  readonly leads: readonly Lead[]
  /** Whether what has an id has all terms of one of these ways. */
  readonly hasAny: (id: RawBuilder<unknown>, ways: readonly (readonly Wanted[])[]) => RawBuilder<SqlBool>
  /** Whether whatever a term leads to has it. */
  readonly isExact: boolean
}

/**
 * What has terms: orders, what is sold, customers. The way from there to its terms is an index, or a column of its own
 * table, which has all of them in one text (`termLines`): most orders are written and never searched, and to write one
 * more index costs them more than it would ever win. For the same reason an order shares most of its terms with others
 * of its customer and its goods: these lead to all of them, and the text of each tells whether it has the term.
 */
const findings = {
  order_terms: {
    leads: [
      { from: sql`order_terms as found`, id: sql`found.owner_id`, kind: 'order' },
      {
        from: sql`order_terms as found join orders as led on led.customer_id = found.owner_id`,
        id: sql`led.id`,
        kind: 'customer',
      },
      {
        from: sql`order_terms as found join order_lines as led on led.variant_id = found.owner_id`,
        id: sql`led.order_id`,
        kind: 'goods',
      },
    ],
    // With an offset, which is none, PostgreSQL looks at the order at hand; else it goes through all that there are first.
    hasAny: (id, ways) => sql`exists (select 1 from orders as own
      where own.id = ${id} and ${anyOf(ways.map((terms) => allOf(terms.map(isLine))))} limit 1 offset 0)`,
    isExact: false,
  },
  product_terms: inWords('product_terms', 'variant_id'),
  customer_terms: inOneTable('customer_terms', 'customer_id'),
} as const satisfies Readonly<Record<string, Finding>>

function inOneTable(
  table: string,
  column: string,
  hasTerm: (wanted: Wanted) => RawBuilder<SqlBool> = (wanted) => isTerm('own.term', wanted),
): Finding {
  const has = (id: RawBuilder<unknown>, wanted: Wanted) =>
    sql`exists (select 1 from ${sql.table(table)} as own where ${sql.ref(`own.${column}`)} = ${id} and ${hasTerm(wanted)})`
  return {
    leads: [{ from: sql`${sql.table(table)} as found`, id: sql.ref(`found.${column}`) }],
    hasAny: (id, ways) => anyOf(ways.map((terms) => allOf(terms.map((term) => has(id, term))))),
    isExact: true,
  }
}

/** The same where words are found by what stands within them, too: each word has that once, however much is called so. */
function inWords(table: string, column: string): Finding {
  const within = (wanted: Wanted) => sql<SqlBool>`exists (select 1 from word_parts as part
    where part.store_id = own.store_id and part.word = own.term and ${isTerm('part.term', wanted)})`
  const finding = inOneTable(table, column, (wanted) => {
    const begins = isTerm('own.term', wanted)
    return wanted.isWithin ? anyOf([begins, within(wanted)]) : begins
  })
  const from = sql`word_parts as found
    join ${sql.table(table)} as led on led.store_id = found.store_id and led.term = found.word`
  return { ...finding, leads: [...finding.leads, { from, id: sql.ref(`led.${column}`), isWithin: true }] }
}

export type TermTable = keyof typeof findings

/** How a search is understood. */
export interface Search {
  /** Codes: where some are terms as they are, these alone are what was meant. */
  readonly whole: readonly string[]
  /** Otherwise, the ways to read it: each the beginnings of terms that must all be there. */
  readonly ways: readonly (readonly string[])[]
  /** And where nothing is found so, others. */
  readonly otherwise?: readonly (readonly string[])[]
  /** Whether what stands within words is meant, too. */
  readonly isWithin?: boolean
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
  readonly isWhole: boolean
  /** Whether those are meant, too, that go on so. */
  readonly isWithin: boolean
  readonly term: string
  /** The smallest text after all that begin so. */
  readonly after: string
  /** How a line with it is told in a text of all terms, as a pattern of `like`. */
  readonly line: string
}

const wantedOf = (term: string, isWhole: boolean, isWithin = false): Wanted => ({
  isWhole,
  isWithin: isWithin && isPart(term),
  term,
  after: afterPrefix(term),
  line: `%\n${term.replace(/[\\%_]/g, '\\$&')}${isWhole ? '\n' : ''}%`,
})

/** That, and how many terms of the store it is. */
interface Match extends Wanted {
  readonly count: number
}

/** The ids that a term of a store leads to, where they have these terms too. */
const ledTo = (
  { hasAny, leads }: Finding,
  storeId: string,
  wanted: Wanted,
  also: readonly Wanted[],
): RawBuilder<unknown> =>
  sql.join(
    leads.flatMap(({ from, id, isWithin = false, kind }) => {
      if (isWithin && !wanted.isWithin) return []
      const conditions = [sql<SqlBool>`found.store_id = ${storeId}`, isTerm('found.term', wanted)]
      if (kind !== undefined) conditions.push(sql`found.kind = ${sql.lit(kind)}`)
      if (also.length > 0) conditions.push(hasAny(id, [also]))
      return [sql`select ${id} from ${from} where ${allOf(conditions)}`]
    }),
    sql` union all `,
  )

type OfTerm = Readonly<Record<'storeId' | 'term' | 'after' | 'line', string>>

type HowWanted = Pick<Wanted, 'isWhole' | 'isWithin'>

/** Counts what a term leads to, but not beyond the most that matters. @param isExact only what has the term */
const counting = (table: TermTable, how: HowWanted, most: number, isExact = false) =>
  prepared((db, { storeId, term, after, line }: OfTerm) => {
    const wanted = { ...how, term, after, line }
    const ids = ledTo(findings[table], storeId, wanted, isExact ? [wanted] : [])
    return db
      .selectFrom(sql`(${ids} limit ${sql.lit(most)})`.as('some'))
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
  })

/** What is counted before anything is found. */
const countsOf = (table: TermTable) => ({
  whole: counting(table, { isWhole: true, isWithin: false }, COUNTED),
  begun: counting(table, { isWhole: false, isWithin: false }, COUNTED),
  within: counting(table, { isWhole: false, isWithin: true }, COUNTED),
  isThere: counting(table, { isWhole: true, isWithin: false }, 1, true),
})

const counts: Readonly<Record<TermTable, ReturnType<typeof countsOf>>> = {
  order_terms: countsOf('order_terms'),
  product_terms: countsOf('product_terms'),
  customer_terms: countsOf('customer_terms'),
}

/** @returns undefined where nothing is found */
export async function findTerms(
  db: ReadDb,
  table: TermTable,
  storeId: string,
  { isWithin = false, otherwise = [], ways, whole }: Search,
): Promise<Found | undefined> {
  const finding = findings[table]
  const { hasAny, isExact } = finding

  /** At least as many as there are; none, of a whole term, where none has it. */
  async function count(wanted: Wanted): Promise<Match> {
    const { begun, isThere, whole, within } = counts[table]
    const { after, isWhole, isWithin, line, term } = wanted
    const of = { storeId, term, after, line }
    const counted = async (query: typeof whole) => Number((await query.first(db, of))?.n ?? 0)
    const n = await counted(isWhole ? whole : isWithin ? within : begun)
    const isNone = n > 0 && isWhole && !isExact && (await counted(isThere)) === 0
    return { ...wanted, count: isNone ? 0 : n }
  }

  /** Each way with its rarest term first, without those ways of which some term is nowhere. */
  async function inUse(wantedByWay: readonly (readonly Wanted[])[]): Promise<Match[][]> {
    const counted: Match[][] = []
    for (const way of wantedByWay) {
      const matches: Match[] = []
      for (const wanted of way) {
        const match = await count(wanted)
        if (match.count === 0) break
        matches.push(match)
      }
      if (matches.length === way.length) counted.push(matches.sort((a, b) => a.count - b.count))
    }
    return counted
  }

  const idsOf = (matches: readonly Match[]) => {
    const [rarest, ...others] = matches
    return rarest ? ledTo(finding, storeId, rarest, isExact ? others : matches) : sql`select null`
  }

  const begun = (some: typeof ways) =>
    some
      // Everything begins with nothing.
      .filter((way) => way.length > 0 && !way.includes(''))
      .map((way) => way.map((term) => wantedOf(term, false, isWithin)))

  let found = await inUse(whole.map((term) => [wantedOf(term, true)]))
  if (found.length === 0) found = await inUse(begun(ways))
  if (found.length === 0) found = await inUse(begun(otherwise))
  if (found.length === 0) return undefined
  return {
    count: found.reduce((sum, [rarest]) => sum + (rarest?.count ?? 0), 0),
    among: (column) => sql`${sql.ref(column)} in (${sql.join(found.map(idsOf), sql` union all `)})`,
    test: (column) => hasAny(sql.ref(column), found),
  }
}

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  sql.join(conditions, sql` and `)

const anyOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(conditions, sql` or `)})`

/** Whether the term of a column is what is wanted. */
const isTerm = (column: string, { after, isWhole, term }: Wanted): RawBuilder<SqlBool> =>
  isWhole
    ? sql`${sql.ref(column)} = ${term}`
    : sql`(${sql.ref(column)} >= ${term} and ${sql.ref(column)} < ${after})`

/** Whether a line of the text of all terms is. */
const isLine = ({ line }: Wanted): RawBuilder<SqlBool> => sql`own.search_terms like ${line} escape '\\'`

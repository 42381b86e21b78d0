import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProducts } from '../../../../core/catalog/product.repository.ts'
import { insertCustomer, listCustomers } from '../../../../core/customers/customer.repository.ts'
import type { ReadDb, WriteDb } from '../../../../core/database/engine.ts'
import type { TermTable } from '../../../../core/database/queries/find-terms.ts'
import type { Page, Slice } from '../../../../core/database/queries/keyset.ts'
import { insertRows, insertRowsUnlessThere } from '../../../../core/database/queries/prepared.ts'
import { statements } from '../../../../core/database/statements.ts'
import { newId } from '../../../../core/kernel/ids.ts'
import {
  numbersInWords,
  pastedCode,
  typedOrderNumber,
  withWholePhones,
  wordsOf,
} from '../../../../core/kernel/pasted.ts'
import {
  codeTerm,
  isPart,
  searchTerms,
  termsIn,
  typedPhone,
  wordParts,
} from '../../../../core/kernel/search-terms.ts'
import { listOrders } from '../../../../core/orders/list-orders.ts'
import { getPriceGroup } from '../../../../core/price-groups/price-group.repository.ts'
import { findStoreByCode, getStore, type StoreRecord } from '../../../../core/stores/store.repository.ts'
import { rounds } from '../../../support/rounds.ts'
import { NOW, openDemo } from '../../demo/demo-database.ts'

/** More than a walk goes through, and some terms of more rows than are sorted at once. */
const ORDERS = 6500
const MORE = 4200
const PATIENCE = { timeout: rounds(120_000) }

/** A row as a plain search in memory sees it. */
interface Thing {
  readonly id: string
  readonly terms: readonly string[]
  /** What stands within those, where it is found by that, too. */
  readonly parts?: readonly string[]
  /** The terms of each thing in it, of an order. */
  readonly goods?: readonly (readonly string[])[]
}

interface SearchedList {
  /** One page as the core answers it. */
  readonly page: (db: ReadDb, page: Page, search: string) => Promise<Slice<{ readonly id: string }>>
  /** All rows of the store in the order of the list. */
  readonly things: readonly Thing[]
  /** Codes that are meant alone where one of them is found whole, whatever else a list leaves out. */
  readonly whole: (search: string) => readonly string[]
  /** Otherwise, codes of goods that are meant alone where some have been sold. */
  readonly wholeGoods?: (search: string) => readonly string[]
  readonly ways: (search: string) => readonly (readonly string[])[]
}

let demo: Awaited<ReturnType<typeof openDemo>>
let lists: Record<'orders' | 'paid orders' | 'products' | 'customers', SearchedList>

beforeAll(async () => {
  demo = await openDemo(ORDERS)
  const { database } = demo
  const named = await database.read(async (db) => findStoreByCode(db, 'harbour'))
  if (!named) throw new Error('The demo has no store harbour.')
  const store = await database.read(async (db) => getStore(db, named.id))
  const group = await database.transact(async (db) => addMore(db, store))
  lists = await database.read(async (db) => searchedLists(db, store, group))
}, 300_000)
afterAll(async () => demo.close())

const plural = (number: number): string => (number % 3 === 0 ? 'mugs' : 'mug')

/** Products and customers as an import would add them. @returns the price group that sells all of them */
async function addMore(db: WriteDb, store: StoreRecord): Promise<string> {
  const { id: catalog_id } = await db
    .selectFrom('catalogs')
    .select('id')
    .where('store_id', '=', store.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id: price_group_id } = await db
    .selectFrom('price_groups')
    .select('id')
    .where('store_id', '=', store.id)
    .where('base_price_group_id', 'is', null)
    .orderBy('priority', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  for (let number = 0; number < MORE; number++) {
    const shared = { store_id: store.id }
    const product_id = newId()
    const sku = `Q${String((number * 7919) % MORE).padStart(5, '0')}`
    const name = `Enamel ${plural(number)} ${['red', 'blue', 'reddish', 'Meerblau'][number % 4]} ${Math.floor(number / 50)}`
    const image_url = null
    await db
      .insertInto('products')
      .values({
        ...shared,
        id: product_id,
        catalog_id,
        sku,
        tax_rate_ppm: 250_000,
        image_url,
        version: 1,
        state: 'active',
        is_gift_card: 0,
      })
      .execute()
    for (let position = 0; position < 1 + (number % 2); position++) {
      const variant_id = newId()
      const variant_sku = number % 2 === 0 ? null : `${sku}-${position}`
      await db
        .insertInto('variants')
        .values({
          ...shared,
          id: variant_id,
          product_id,
          variant_sku,
          barcode: null,
          position,
          is_retired: 0,
        })
        .execute()
      // Some are not for sale.
      if (number % 11 !== 0)
        await db.insertInto('prices').values({ variant_id, price_group_id, amount: 1000 }).execute()
      const terms = [...searchTerms(name), codeTerm(sku), ...(variant_sku ? [codeTerm(variant_sku)] : [])]
      await insertRows(
        db,
        'product_terms',
        terms.map((term) => ({ ...shared, term, variant_id })),
      )
      await insertRowsUnlessThere(
        db,
        'word_parts',
        terms.flatMap((word) => wordParts(word).map((term) => ({ ...shared, term, word }))),
      )
    }
    await insertCustomer(db, {
      ...shared,
      id: newId(),
      first_name: ['Ida', 'Idar', 'Bo'][number % 3] ?? '',
      last_name: ['Holm', 'Holmes', 'Ørsted-Krag', 'Berg'][number % 4] ?? '',
      email_address: `buyer${number}@example.com`,
      phone_number: `+45 7${String(number).padStart(7, '0')}`,
      organization_id: null,
      created_at: NOW.toISOString(),
    })
  }
  return price_group_id
}

async function searchedLists(db: ReadDb, store: StoreRecord, priceGroupId: string): Promise<typeof lists> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'status', 'created_at', 'search_terms'])
    .where('store_id', '=', store.id)
    .execute()
  orders.sort(by((order) => [order.created_at, order.id], -1))
  const ofOrder = new Set(orders.flatMap((order) => termsIn(order.search_terms)))
  const ofGoods = await termsOf(db, store, 'product_terms', 'variant_id')
  const lines = await db.selectFrom('order_lines').select(['order_id', 'variant_id']).execute()
  const sold = Map.groupBy(lines, (line) => line.order_id)
  const soldTerms = new Set(lines.flatMap((line) => ofGoods.find(line.variant_id)))
  const inOrders = (status?: string): SearchedList => ({
    page: async (handle, page, search) => listOrders(handle, store, page, { search, status }),
    things: orders
      .filter((order) => status === undefined || order.status === status)
      .map(({ id, search_terms }) => ({
        id,
        terms: termsIn(search_terms),
        goods: (sold.get(id) ?? []).map((line) => ofGoods.find(line.variant_id)),
      })),
    wholeGoods: (search) =>
      /[^\p{L}\s]/u.test(search)
        ? [search, pastedCode(search), typedPhone(pastedCode(search)) ?? '']
            .map(codeTerm)
            .filter((code) => /^\d{8,14}$/.test(code) && soldTerms.has(code))
        : [],
    whole: (search) => {
      const pasted = pastedCode(search)
      const listed = search.trim().split(/\s+/)
      const isList = listed.length > 1 && listed.every((part) => /^(?:h-)?[1-9]\d{4,14}$/i.test(part))
      const numbers = [
        typedOrderNumber(pasted, 'H-') ?? '',
        ...numbersInWords(search, 'H-'),
        ...(isList ? listed.map((part) => typedOrderNumber(part, 'H-') ?? '') : []),
      ]
      const codes = [search, pasted, ...numbers].map(codeTerm)
      return /[^\p{L}\s]/u.test(search)
        ? [...codes, typedPhone(pasted) ?? ''].filter((code) => ofOrder.has(code))
        : []
    },
    ways: (search) => {
      const pasted = pastedCode(search)
      return [
        [codeTerm(pasted)],
        searchTerms(pasted),
        ...wordsOf(pasted)
          .filter((word) => searchTerms(word).join(' ') !== codeTerm(word))
          .slice(0, 3)
          .map((sku) =>
            wordsOf(pasted).flatMap((word) => (word === sku ? [codeTerm(word)] : searchTerms(word))),
          ),
        searchTerms(withWholePhones(pasted)),
        [typedPhone(pasted) ?? codeTerm(pasted)],
      ]
    },
  })

  const priceGroup = await getPriceGroup(db, store.id, priceGroupId)
  const variants = await db
    .selectFrom('variants as variant')
    .innerJoin('products as product', 'product.id', 'variant.product_id')
    .innerJoin('prices as price', 'price.variant_id', 'variant.id')
    .select(['variant.id', 'product.sku', 'variant.position'])
    .where('product.store_id', '=', store.id)
    .where('price.price_group_id', '=', priceGroupId)
    .execute()
  variants.sort(by((variant) => [variant.sku, variant.position, variant.id], 1))
  const written = await db
    .selectFrom('variants as variant')
    .innerJoin('products as product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product.sku', 'variant.variant_sku', 'variant.barcode'])
    .where('product.store_id', '=', store.id)
    .execute()
  const codesOf = (rows: typeof written) =>
    new Set(rows.flatMap((row) => [row.sku, row.variant_sku, row.barcode]))
  const offered = new Set(variants.map(({ id }) => id))
  const [codes, offeredCodes] = [codesOf(written), codesOf(written.filter(({ id }) => offered.has(id)))]
  const ofVariant = await termsOf(db, store, 'product_terms', 'variant_id')

  const customers = await db
    .selectFrom('customers')
    .select(['id', 'first_name', 'last_name'])
    .where('store_id', '=', store.id)
    .execute()
  customers.sort(by((customer) => [customer.last_name, customer.first_name, customer.id], 1))
  const ofCustomer = await termsOf(db, store, 'customer_terms', 'customer_id')

  return {
    orders: inOrders(),
    'paid orders': inOrders('paid'),
    products: {
      page: async (handle, page, search) => {
        const filter = { culture: store.defaultCulture, priceGroup, search }
        const { rows, next } = await listProducts(handle, store, page, filter)
        return { rows: rows.map(({ variantId }) => ({ id: variantId })), next }
      },
      things: variants.map(({ id }) => {
        const terms = ofVariant.find(id)
        return { id, terms, parts: terms.flatMap(wordParts) }
      }),
      // As they are written: words of names are no codes.
      whole: (search) => {
        const isWord = !/[^\p{L}\s]/u.test(search)
        return (isWord ? offeredCodes : codes).has(search.trim()) ? [codeTerm(search)] : []
      },
      ways: (search) => [[codeTerm(search)], searchTerms(search)],
    },
    customers: {
      page: async (handle, page, search) => listCustomers(handle, store, page, search),
      things: customers.map(({ id }) => ({ id, terms: ofCustomer.find(id) })),
      // A few digits are looked for in the middle of numbers, too.
      whole: (search) => {
        const pasted = pastedCode(search)
        return [pasted.includes('@') ? codeTerm(pasted) : (typedPhone(pasted) ?? '')].filter(
          (code) => ofCustomer.known.has(code) && (pasted.includes('@') || code.length >= 8),
        )
      },
      ways: (search) => {
        const pasted = pastedCode(search)
        if (pasted.includes('@')) return [[codeTerm(pasted)]]
        const phone = typedPhone(pasted)
        return phone === undefined ? [searchTerms(pasted), searchTerms(withWholePhones(pasted))] : [[phone]]
      },
    },
  }
}

/** Sorts as SQL does: text by its bytes. */
const by =
  <T>(keys: (row: T) => readonly (string | number)[], direction: 1 | -1) =>
  (a: T, b: T): number => {
    const [one, other] = [keys(a), keys(b)]
    const place = one.findIndex((key, index) => key !== other[index])
    const [mine, theirs] = [one[place] ?? '', other[place] ?? '']
    const order =
      typeof mine === 'number'
        ? mine - Number(theirs)
        : Buffer.compare(Buffer.from(mine), Buffer.from(String(theirs)))
    return order * direction
  }

async function termsOf(
  db: ReadDb,
  store: StoreRecord,
  table: TermTable,
  column: string,
): Promise<{ readonly known: ReadonlySet<string>; readonly find: (id: string) => readonly string[] }> {
  const rows = (await db.selectFrom(table).selectAll().where('store_id', '=', store.id).execute()) as unknown
  const terms = Map.groupBy(rows as Record<string, string>[], (row) => row[column])
  return {
    known: new Set([...terms.values()].flat().map(({ term = '' }) => term)),
    find: (id) => (terms.get(id) ?? []).map(({ term = '' }) => term),
  }
}

/** The search as it is meant, row by row. */
function findIn(list: SearchedList, search: string): string[] {
  const { things, whole, wholeGoods, ways } = list
  const codes = new Set(whole(search))
  if (codes.size > 0) {
    return things.filter(({ terms }) => terms.some((term) => codes.has(term))).map(({ id }) => id)
  }
  const codesOfGoods = new Set(wholeGoods?.(search))
  if (codesOfGoods.size > 0) {
    return things
      .filter(({ goods }) => goods?.some((terms) => terms.some((term) => codesOfGoods.has(term))))
      .map(({ id }) => id)
  }
  // Of an accent alone nothing is left.
  const read = ways(search).filter((way) => way.length > 0 && !way.includes(''))
  return things
    .filter(
      ({ goods = [], parts = [], terms }) =>
        read.some((way) => hasAll(terms, way, parts)) ||
        // The beginning of a number is one of a phone's.
        goods.some((of) => read.some((way) => /\p{L}/u.test(way.join('')) && hasAll(of, way))),
    )
    .map(({ id }) => id)
}

const hasAll = (terms: readonly string[], way: readonly string[], parts: readonly string[] = []): boolean =>
  way.every((prefix) =>
    (isPart(prefix) ? [...terms, ...parts] : terms).some((term) => term.startsWith(prefix)),
  )

async function allPages(
  db: ReadDb,
  { page }: SearchedList,
  search: string,
  sizes: readonly number[],
): Promise<string[]> {
  const found: string[] = []
  let after: Page['after']
  for (let number = 0; ; number++) {
    const limit = sizes[number % sizes.length] ?? 1
    const { rows, next } = await page(db, { limit, after }, search)
    expect(rows.length).toBeLessThanOrEqual(limit)
    found.push(...rows.map(({ id }) => id))
    if (!next) return found
    expect(rows).toHaveLength(limit)
    after = next
  }
}

describe.each(['orders', 'paid orders', 'products', 'customers'] as const)('a search in %s', (name) => {
  it('finds what a look at each row would, in order, on pages of any size', PATIENCE, async () => {
    const list = lists[name]
    const terms = [...new Set(list.things.flatMap((thing) => thing.terms))].sort()
    const cut = (term: string, length: number): string => Array.from(term).slice(0, length).join('')
    const term = fc.oneof(
      fc.constantFrom(...terms),
      fc.constantFrom(...terms).map((text) => text.toUpperCase()),
      fc
        .tuple(fc.constantFrom(...terms), fc.integer({ min: 1, max: 5 }))
        .map(([text, end]) => cut(text, end)),
      fc
        .tuple(fc.constantFrom(...terms), fc.integer({ min: 1, max: 5 }))
        .map(([text, start]) => text.slice(start) || text),
      fc.constantFrom(
        'ida',
        'holm',
        'red',
        'mug',
        'enamel',
        'jorg',
        'h-1',
        'q0',
        'nowhere',
        // Of customers, so many that some pages are filled by a walk and some by sorting.
        'buyer1',
        '%',
        '45 7',
        '(+45)',
        '\u0301',
      ),
    )
    const searches = fc.array(term, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    const sizes = fc.array(fc.integer({ min: 20, max: 1000 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(searches, sizes, async (search, given) => {
        const found = await demo.database.read(async (db) => allPages(db, list, search, given))
        expect(found, search).toStrictEqual(findIn(list, search))
      }),
      { numRuns: rounds(40) },
    )
  })
})

/** Of which a store has one row. */
const ROWS_BY_STORE = /\border_numbers\b/

describe('a search', () => {
  /** @param listed of the statements that make the page alone */
  const plansOf = async (name: keyof typeof lists, search: string, listed = false): Promise<string[]> => {
    const run: string[] = []
    const note = (message: unknown): void => void run.push((message as { sql: string }).sql)
    // Before it is counted, so that what is remembered is.
    await demo.database.read(async (db) => lists[name].page(db, { limit: 20, after: undefined }, search))
    statements.subscribe(note)
    try {
      await demo.database.read(async (db) => lists[name].page(db, { limit: 20, after: undefined }, search))
    } finally {
      statements.unsubscribe(note)
    }
    const file = new Sqlite(demo.database.name, { readonly: true })
    try {
      return run
        .filter((text) => text.startsWith('select') && (!listed || text.includes('limit')))
        .flatMap((text) =>
          file
            .prepare<unknown[], { detail: string }>(`explain query plan ${text}`)
            .all(Array.from(text.matchAll(/\?/g), () => 'x'))
            .map(({ detail }) => detail),
        )
    } finally {
      file.close()
    }
  }

  it.each([
    ['orders', 'H-10042'],
    ['orders', 'h-1004'],
    ['orders', 'nowhere at all'],
    ['orders', '0199a0b0-0000-7000-8000-00000000ffff'],
    ['orders', '0199a0b0-0000-70…'],
    ['products', 'q0004'],
    ['products', 'enamel 77'],
    ['products', 'blau 77'],
    ['products', 'nowhere at all'],
    ['customers', 'buyer77@example.com'],
    ['customers', 'idar 71'],
    ['customers', 'nowhere'],
  ] as const)('in %s for %j looks at nothing but what it finds', async (name, search) => {
    const plans = await plansOf(name, search)
    expect(plans.length).toBeGreaterThan(0)
    for (const step of plans) {
      expect(step).not.toMatch(/^SCAN (?!some|constant|\d|\()/i)
      // By the store alone it would look at all of them.
      if (!ROWS_BY_STORE.test(step)) expect(step).not.toMatch(/\(store_id=\?\)$/)
    }
  })

  it.each([
    ['orders', 'h-1'],
    ['products', 'enamel'],
    ['customers', 'holm'],
  ] as const)('in %s for %j sorts nothing', async (name, search) => {
    const plans = await plansOf(name, search, true)
    expect(plans).not.toStrictEqual([])
    expect(plans.filter((step) => step === 'USE TEMP B-TREE FOR ORDER BY')).toStrictEqual([])
  })
})

import { sql, type SqlBool } from 'kysely'
import type { ReadDb } from '../database/engine.ts'
import { nameOf } from '../customers/address.ts'
import { keptId, knownIds } from '../customers/customer.repository.ts'
import { areFew } from '../database/queries/few.ts'
import { fetchFound } from '../database/queries/fetch-found.ts'
import { either, findTerms, type Found, type Search } from '../database/queries/find-terms.ts'
import { fetchSlice, type Page, type Slice } from '../database/queries/keyset.ts'
import { ofStore } from '../database/queries/of-store.ts'
import { badRequest } from '../kernel/errors.ts'
import { toMajor } from '../kernel/money.ts'
import {
  codesInWords,
  cutId,
  numbersInList,
  numbersInWords,
  pastedCode,
  pastedIds,
  typedOrderNumber,
  withWholePhones,
  wordsOf,
} from '../kernel/pasted.ts'
import { barcodeSpellings } from '../kernel/barcodes.ts'
import { codeTerm, isOfLetters, otherSpellings, searchTerms, typedPhone } from '../kernel/search-terms.ts'
import { orderNumberOfRefund } from '../kernel/refund-number.ts'
import { parseMoment } from '../kernel/moment.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { requireKnownCurrency } from '../stores/store.ts'
import { findOrdersOfGoods } from './find-goods.ts'
import { findOrderState, orderStatuses, type OrderState } from './order-states.ts'
import { orderNumberPrefixes } from './order-number.repository.ts'
import type { OrdersCountQuery, OrderSort, OrderSummary } from './order.schema.ts'

export interface OrderFilter extends Readonly<OrdersCountQuery> {
  readonly sort?: OrderSort
}

type Row = Readonly<
  Record<'id' | 'created_at' | 'currency_id' | 'customer_last_name' | 'customer_first_name', string> & {
    order_total: number
  }
>

/** What a list may be sorted by: columns that an index has in this order, the last of them unique. */
const sorts = {
  createdDate: {
    'order.created_at': (row: Row) => row.created_at,
    'order.id': (row: Row) => row.id,
  },
  customerName: {
    'order.customer_last_name': (row: Row) => row.customer_last_name,
    'order.customer_first_name': (row: Row) => row.customer_first_name,
    'order.id': (row: Row) => row.id,
  },
  orderTotal: {
    'order.currency_id': (row: Row) => row.currency_id,
    'order.order_total': (row: Row) => row.order_total,
    'order.id': (row: Row) => row.id,
  },
} as const

/**
 * The store's orders, newest first where nothing else is asked for. A search is the id of an order, of a payment or of a
 * customer, the beginning of one of the former two, an order number, the transaction of a payment, what a parcel is followed
 * by, an e-mail, a phone number, a sku, a barcode, or beginnings of words of names of people, companies and goods, as they are
 * pasted: with a label, quotes or in an address.
 * @throws CommerceError BadRequest for a status or a moment that is none, or a currency that is none of the store's
 */
export async function listOrders(
  db: ReadDb,
  store: StoreRecord,
  page: Page,
  { currency, customerId, search = '', status, from, to, sort = '-createdDate' }: OrderFilter,
): Promise<Slice<OrderSummary>> {
  const filter = {
    customerId: customerId === undefined ? undefined : await keptId(db, store.id, customerId),
    states: status === undefined ? undefined : requireStates(status),
    from: from === undefined ? undefined : momentOf(from, store, 'from'),
    to: to === undefined ? undefined : momentOf(to, store, 'to'),
  }
  const isAllBut = status?.trimStart().startsWith('-') === true
  let orders = db.selectFrom('orders as order')
  if (filter.customerId !== undefined) orders = orders.where('order.customer_id', '=', filter.customerId)
  if (filter.states !== undefined)
    orders = orders.where('order.status', isAllBut ? 'not in' : 'in', filter.states)
  if (currency !== undefined)
    orders = orders.where('order.currency_id', '=', requireKnownCurrency(store, currency).id)
  if (filter.from !== undefined) orders = orders.where('order.created_at', '>=', filter.from)
  if (filter.to !== undefined) orders = orders.where('order.created_at', '<', filter.to)
  // Those of a customer, in a state or of some days stand by their dates alone.
  const few = sort.endsWith('createdDate')
    ? undefined
    : await findFew(db, store.id, isAllBut ? { ...filter, states: undefined } : filter)
  const isOfStore =
    few || filter.customerId !== undefined
      ? ofStore('order.store_id', store.id)
      : sql<SqlBool>`${sql.ref('order.store_id')} = ${store.id}`
  const rows = (few ? orders.where('order.id', 'in', few) : orders)
    .innerJoin('currencies as currency', 'currency.id', 'order.currency_id')
    .select([
      'order.id',
      'order.order_number',
      'order.status',
      'order.created_at',
      'order.customer_first_name',
      'order.customer_last_name',
      'order.customer_email_address',
      'order.order_total',
      'currency.id as currency_id',
      'currency.iso_code',
    ])
  const list = {
    rows,
    id: 'order.id',
    store: { column: 'order.store_id', id: store.id },
    direction: sort.startsWith('-') ? 'desc' : 'asc',
    by: sorts[sort.replace('-', '') as keyof typeof sorts],
    steps: orders.where('order.store_id', '=', store.id),
  } as const

  const pasted = pastedIds(search)
  const ids = await ordersOf(db, store.id, pasted, cutId(search))
  const customers = ids.length > 0 ? [] : await knownIds(db, store.id, pasted)
  let slice
  if (search.trim() === '') {
    slice = await fetchSlice(rows.where(isOfStore), page, list.direction, list.by)
  } else if (ids.length > 0) {
    slice = await fetchSlice(rows.where('order.id', 'in', ids), page, list.direction, list.by)
  } else if (customers.length > 0) {
    // Theirs alone, without the store: its index of days would be walked through for them.
    slice = await fetchSlice(rows.where('order.customer_id', 'in', customers), page, list.direction, list.by)
  } else {
    const meant = understood(search, await orderNumberPrefixes(db, store.id))
    const codes = inAnyCase(search.trim(), pastedCode(search), search.replaceAll(/\s/g, ''))
    if (await isCodeOfOthers(db, store.id, codes)) {
      // A whole code, as others are, and some of these may be spelled the same. Letters alone may be somebody's name, too.
      const ours =
        meant.whole.length > 0
          ? await findTerms(db, 'order_terms', store.id, { ...meant, ways: [] })
          : await findMeant(db, store.id, meant)
      const named = rows.where((eb) => {
        const byOthers = eb('order.id', 'in', ofCodesOfOthers(db, store.id, codes))
        return ours ? eb.or([byOthers, ours.among('order.id')]) : byOthers
      })
      slice = await fetchSlice(named, page, list.direction, list.by)
    } else {
      const found = await findMeant(db, store.id, meant)
      // What is nothing as a whole may have a code in it, as a line of the slip of a terminal has.
      const words = found ? [] : inAnyCase(...codesInWords(search))
      slice =
        words.length > 0
          ? await fetchSlice(
              rows.where('order.id', 'in', ofCodesOfOthers(db, store.id, words)),
              page,
              list.direction,
              list.by,
            )
          : found && few
            ? await fetchSlice(rows.where(found.test('order.id')), page, list.direction, list.by)
            : await fetchFound(found, page, list)
    }
  }
  return {
    rows: slice.rows.map((row) => ({
      id: row.id,
      orderNumber: row.order_number,
      orderStatus: orderStatuses[row.status],
      createdDate: row.created_at,
      customerName: nameOf({ first_name: row.customer_first_name, last_name: row.customer_last_name }) ?? '',
      emailAddress: row.customer_email_address,
      orderTotal: toMajor(row.order_total, row.iso_code),
      billingCurrency: { id: row.currency_id, isoCode: row.iso_code },
    })),
    next: slice.next,
  }
}

interface IndexedFilter {
  readonly customerId: string | undefined
  readonly states: readonly OrderState[] | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

/**
 * The orders that an index leads to: of a customer, or in a state, on some days. A file does not know how few they are, and
 * would go through all orders in the order of a list for them.
 * @returns undefined where there are many, or nothing leads to them
 */
async function findFew(db: ReadDb, storeId: string, { customerId, from, states, to }: IndexedFilter) {
  if ((customerId ?? states ?? from ?? to) === undefined) return undefined
  let ids = db.selectFrom('orders as few').select('few.id')
  if (customerId === undefined) ids = ids.where('few.store_id', '=', storeId)
  else ids = ids.where('few.customer_id', '=', customerId).where(ofStore('few.store_id', storeId))
  if (customerId === undefined && states !== undefined) ids = ids.where('few.status', 'in', states)
  if (from !== undefined) ids = ids.where('few.created_at', '>=', from)
  if (to !== undefined) ids = ids.where('few.created_at', '<', to)
  return (await areFew(ids)) ? ids : undefined
}

/** A code of an order finds it alone, and so does a barcode the orders of its goods; words find all that they fit. */
async function findMeant(
  db: ReadDb,
  storeId: string,
  { otherwise = [], whole, ways }: Search,
): Promise<Found | undefined> {
  const ofOrders = await findTerms(db, 'order_terms', storeId, { whole, ways: [] })
  if (ofOrders) return ofOrders
  const goods = await findOrdersOfGoods(db, storeId, {
    whole: [...new Set(whole.flatMap(barcodeSpellings))],
    ways: [],
  })
  if (goods) return goods
  return (await findWords(db, storeId, ways)) ?? findWords(db, storeId, otherwise)
}

const findWords = async (db: ReadDb, storeId: string, ways: Search['ways']): Promise<Found | undefined> =>
  either(
    await findTerms(db, 'order_terms', storeId, { whole: [], ways }),
    await findOrdersOfGoods(db, storeId, { whole: [], ways: ways.filter(isOfWords) }),
  )

/** The beginning of a number is one of a phone's: all barcodes of a shop begin the same. */
const isOfWords = (way: readonly string[]): boolean => way.some((term) => /\p{L}/u.test(term))

/** So many ids begin alike only where they are no such ids as the shop makes. */
const MOST_CUT = 100

/** What ids are of, or ids of which there is the beginning: orders, or payments of them. */
async function ordersOf(
  db: ReadDb,
  storeId: string,
  ids: readonly string[],
  cut: ReturnType<typeof cutId>,
): Promise<string[]> {
  if (ids.length === 0 && !cut) return []
  const isMeant = cut
    ? sql<SqlBool>`id between ${cut[0]} and ${cut[1]}`
    : sql<SqlBool>`id in (${sql.join(ids)})`
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(isMeant)
    .where(ofStore('store_id', storeId))
    .union(
      db.selectFrom('payments').select('order_id as id').where(isMeant).where(ofStore('store_id', storeId)),
    )
    .limit(MOST_CUT)
    .execute()
  return rows.map((row) => row.id)
}

/** Codes as they are, and in the one case that terminals and carriers print them in, however somebody has typed them. */
const inAnyCase = (...codes: readonly string[]): string[] => [
  ...new Set(codes.flatMap((code) => [code, code.toUpperCase(), code.toLowerCase()])),
]

/** As both engines have it: letters of ASCII alone. */
const inLowerCase = (code: string): string => code.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Whether others know an order by one of these codes. */
const isCodeOfOthers = async (db: ReadDb, storeId: string, codes: readonly string[]): Promise<boolean> =>
  (await ofCodesOfOthers(db, storeId, codes).limit(1).executeTakeFirst()) !== undefined

/** The ids of orders that were paid by one of these transactions, in whichever case, or whose parcel has one of them. */
const ofCodesOfOthers = (db: ReadDb, storeId: string, codes: readonly string[]) =>
  db
    .selectFrom('payments')
    .select('order_id as id')
    .where('store_id', '=', storeId)
    .where('transaction_id', 'is not', null)
    .where(sql<string>`lower(transaction_id)`, 'in', codes.map(inLowerCase))
    .unionAll(
      db
        .selectFrom('orders')
        .select('id')
        .where('store_id', '=', storeId)
        .where('track_and_trace', 'in', codes),
    )

/** A search is one code, a phone number however it is spaced, or words that must all be there. */
function understood(search: string, prefixes: readonly string[]): Search {
  const pasted = pastedCode(search)
  // With a date or a phone number behind it, it is none as it is typed.
  const numbers = prefixes.flatMap((prefix) => [
    typedOrderNumber(pasted, prefix),
    ...numbersInWords(search, prefix),
    ...numbersInList(search, prefix),
  ])
  const codes = [
    search,
    pasted,
    // Of whatever its number begins with: that may have been something else.
    orderNumberOfRefund(pasted),
    ...numbers.filter((number) => number !== undefined),
  ].map(codeTerm)
  const phone = [typedPhone(pasted)].filter((digits) => digits !== undefined)
  const whole = [...new Set([...codes, ...phone])]
  const withPhones = withWholePhones(pasted)
  return {
    whole: isOfLetters(search) ? [] : whole,
    ways: [
      [codeTerm(pasted)],
      searchTerms(pasted),
      ...withSku(pasted),
      ...(withPhones === pasted ? [] : [searchTerms(withPhones)]),
      ...phone.map((digits) => [digits]),
    ],
    otherwise: otherSpellings(pasted),
  }
}

/** More words with signs are a letter. */
const MAX_SKUS = 3

/** The ways in which one word among others is a sku, which is one term whatever signs it has. */
function withSku(text: string): string[][] {
  const words = wordsOf(text)
  const isSku = (word: string): boolean =>
    ![searchTerms(word).join(' '), codeTerm(text)].includes(codeTerm(word))
  return words
    .filter(isSku)
    .slice(0, MAX_SKUS)
    .map((sku) => words.flatMap((word) => (word === sku ? [codeTerm(word)] : searchTerms(word))))
}

/** The statuses that are asked for, all of them or none with `-` before it. */
function requireStates(text: string): OrderState[] {
  const wanted = text.split(',').map((status) => status.trim())
  const without = wanted.filter((status) => status.startsWith('-'))
  const states = wanted.map((status) => findOrderState(status.replace(/^-/, '')))
  const found = states.filter((state) => state !== undefined)
  if (found.length === wanted.length && [0, wanted.length].includes(without.length)) return found
  const names = Object.values(orderStatuses).map(({ name }) => name)
  throw badRequest(
    'order.status',
    `must be ids or names of order statuses, all or none with “-” before it: ${names.join(', ')}`,
    'status',
  )
}

/**
 * The moment that orders are asked for from, or to. A day means its beginning in the store's time zone, as `to` its end; a
 * moment means itself.
 * @throws CommerceError BadRequest where it is none
 */
export function momentOf(text: string, { timeZone }: StoreRecord, field: 'from' | 'to'): string {
  const moment = parseMoment(text, { timeZone, isEnd: field === 'to' })
  if (moment === undefined)
    throw badRequest('order.moment', 'must be an ISO 8601 date, or moment with its offset', field)
  return moment
}

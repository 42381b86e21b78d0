import { setTimeout as pause } from 'node:timers/promises'
import type { Engine, WriteDb } from '../database/engine.ts'
import { findStoreByCode } from '../stores/store.repository.ts'
import type { DemoShop } from './demo-shop.ts'
import { demoShops } from './demo-shops.ts'
import { drawReturn, lifeOfReturn } from './draw-return.ts'
import { drawSale } from './draw-sale.ts'
import { openingMoments, type Moment } from './opening-hours.ts'
import { drawLife } from './order-life.ts'
import { addOrderRows, saleTotals } from './order-rows.ts'
import { Random } from './random.ts'
import { RowWriter } from './row-writer.ts'
import { readTradingShop, type TradingShop } from './trading-shop.ts'

const DAY = 86_400_000
const TWO_YEARS = 730 * DAY

/** So long orders are drawn for one transaction, in milliseconds; writing them takes about as long again. */
const DRAWING_TIME = 20

/** Long enough that whoever waits for a write of their own (`sqlite/transactions.ts`) has had a turn, in milliseconds. */
const PAUSE = 8

/** How many of the orders of the last days there are for one return. */
const ORDERS_TO_A_RETURN = 40

/** What happens in a shop at a moment: somebody buys, or brings goods back without their order. */
interface Visit extends Moment {
  /** How many have done so before, where they bring goods back. */
  readonly returnsBefore?: number
}

/** One shop's orders, drawn one after the other. */
interface OrderBook {
  readonly trading: TradingShop
  readonly visits: Iterator<Visit>
  random: Random
  /** As this book has left it. */
  lastNumber: number
}

/**
 * Places orders in the demo shops, spread over the two years before now at hours when they are open. Many short
 * transactions: whoever else uses the database waits for one of them at most, and what is written at an
 * interruption is whole orders. A later run adds other orders.
 * @returns how many orders it has made: none where there is no demo shop
 */
export async function seedOrders(database: Engine, count: number, now: Date): Promise<number> {
  const books = await database.transact(async (db) => openBooks(db, count, now))
  const rows = new RowWriter()
  let made = 0
  for (const book of books) {
    for (;;) {
      const batch = await database.transact(async (db) => {
        const until = performance.now() + DRAWING_TIME
        return placeOrders(db, rows, book, now, () => performance.now() < until)
      })
      made += batch.made
      if (batch.isDone) break
      await pause(PAUSE)
    }
  }
  return made
}

/**
 * Places orders of one shop within the caller's transaction, spread over the days before now; a few of them are returns.
 * @param trading read in the same transaction
 */
export async function seedRecentOrders(
  db: WriteDb,
  trading: TradingShop,
  { count, days, now }: { count: number; days: number; now: Date },
): Promise<void> {
  const span = { from: now.getTime() - days * DAY, to: now.getTime(), count }
  const book = await openBook(db, trading, span, Math.round(count / ORDERS_TO_A_RETURN))
  await placeOrders(db, new RowWriter(), book, now, () => true)
}

/** The order books of the demo shops that are there; the last of them takes what is left by rounding. */
async function openBooks(db: WriteDb, count: number, now: Date): Promise<OrderBook[]> {
  const span = { from: now.getTime() - TWO_YEARS, to: now.getTime() }
  const present: { shop: DemoShop; storeId: string }[] = []
  for (const shop of demoShops) {
    const store = await findStoreByCode(db, shop.code)
    if (store) present.push({ shop, storeId: store.id })
  }
  const shares = present.reduce((sum, { shop }) => sum + shop.trade.share, 0)
  const books: OrderBook[] = []
  let left = count
  for (const [index, { shop, storeId }] of present.entries()) {
    const isLast = index === present.length - 1
    const part = isLast ? left : Math.round((count * shop.trade.share) / shares)
    left -= part
    const trading = await readTradingShop(db, storeId, shop, now)
    books.push(await openBook(db, trading, { ...span, count: part }))
  }
  return books
}

async function openBook(
  db: WriteDb,
  trading: TradingShop,
  span: { from: number; to: number; count: number },
  returns = 0,
): Promise<OrderBook> {
  const { shop, store } = trading
  // Seeded by what has been sold already, so that a second run does not draw the same orders again.
  const last = await lastNumber(db, store.id)
  const random = new Random(shop.seed + last)
  const moments = openingMoments({ ...shop, timeZone: store.timeZone }, span, random)
  return { trading, random, lastNumber: last, visits: visitsAt(moments, span.count, returns) }
}

/** So many returns among the moments, as far from each other as from the first and the last. */
function* visitsAt(moments: Iterable<Moment>, count: number, returns: number): Generator<Visit> {
  const returnsIn = (places: number): number => Math.round((places * returns) / count)
  let place = 0
  for (const moment of moments) {
    const returnsBefore = returnsIn(place++)
    yield returnsIn(place) > returnsBefore ? { ...moment, returnsBefore } : moment
  }
}

/** Until this write ends nobody else gives numbers. */
const lastNumber = async (db: WriteDb, storeId: string): Promise<number> =>
  (
    await db
      .selectFrom('order_numbers')
      .select('last_number')
      .where('store_id', '=', storeId)
      .forUpdate()
      .executeTakeFirstOrThrow()
  ).last_number

/** Places orders for as long as there is time, and writes them. */
async function placeOrders(
  db: WriteDb,
  rows: RowWriter,
  book: OrderBook,
  now: Date,
  hasTime: () => boolean,
): Promise<{ made: number; isDone: boolean }> {
  const { trading, visits } = book
  const { store, shop } = trading
  const first = await lastNumber(db, store.id)
  // Others have sold meanwhile: a second run that began with the same seed would draw the same orders.
  if (first !== book.lastNumber) book.random = new Random(shop.seed + first)
  const { random } = book
  let number = first
  let isDone = false
  while (hasTime()) {
    const visit = visits.next()
    if (visit.done) {
      isDone = true
      break
    }
    const { returnsBefore } = visit.value
    const sale = (returnsBefore === undefined ? drawSale : drawReturn)(trading, visit.value, random)
    const totals = saleTotals(sale)
    const currency = store.currencies.find(({ id }) => id === sale.record.cart.currency_id)?.isoCode ?? ''
    const { regrets, returns: reasons } = shop.trade
    const money = { amount: totals.orderTotal, currency }
    const life =
      returnsBefore === undefined
        ? drawLife(sale, { ...money, regrets, now: now.getTime() }, random)
        : lifeOfReturn(sale, { ...money, reason: reasons[returnsBefore % reasons.length] ?? '' })
    number++
    const orderNumber = `${shop.orderNumberPrefix}${number}`
    addOrderRows(rows, { trading, sale, totals, life, orderNumber }, random)
  }
  await rows.flush(db)
  await db
    .updateTable('order_numbers')
    .set({ last_number: number })
    .where('store_id', '=', store.id)
    .execute()
  book.lastNumber = number
  return { made: number - first, isDone }
}

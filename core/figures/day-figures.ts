import { sql } from 'kysely'
import type { ReadDb } from '../database/engine.ts'
import { NO_SALE } from '../database/queries/no-sale.ts'
import { toMajor, type Minor } from '../kernel/money.ts'
import { localTime } from '../kernel/time-zone.ts'
import type { Context } from '../operations/context.ts'
import { countLowStock } from '../stock/stock-level.repository.ts'
import type { StoreRecord } from '../stores/store.repository.ts'
import { dayAskedFor, momentsOf } from './day.ts'
import type { DayFigures, DayQuery } from './figures.schema.ts'

/** What is more than this is many, and takes long to count. */
const COUNTED = 10_000
const WEEK = 7

interface Sold {
  readonly orders: number
  readonly turnover: Minor
}
const nothing: Sold = { orders: 0, turnover: 0 }
const sumOf = (parts: readonly Sold[]): Sold =>
  parts.reduce(
    (sum, { orders, turnover }) => ({ orders: sum.orders + orders, turnover: sum.turnover + turnover }),
    nothing,
  )

/**
 * The figures of a day in one currency, beside those of the same day a week before. It reads the orders of two days, by an
 * index, however many there are besides.
 * @param query the day, `2026-11-20`, today where not given; the currency, the store's first where not given
 * @throws CommerceError BadRequest for a day that there is not, and for a currency that is not the store's
 */
export async function getDayFigures(
  db: ReadDb,
  { storeId, now }: Context,
  query: DayQuery,
): Promise<DayFigures> {
  const { store, currency, date, today } = await dayAskedFor(db, { storeId, now }, query)
  const dateBefore = weekBefore(date)

  const hours = await soldByMinute(db, store, currency.id, date)
  const hoursBefore = await soldByMinute(db, store, currency.id, dateBefore)
  const minute = date < today ? Infinity : localTime(now, store.timeZone).minute
  const [day, before] = [sumOf([...hours.values()]), sumOf([...hoursBefore.values()])]
  const soFar = sumOf([...hoursBefore].filter(([at]) => at <= minute).map(([, sold]) => sold))

  const view = ({ orders, turnover }: Sold) => ({ orders, turnover: toMajor(turnover, currency.isoCode) })
  const ofHour = (sold: ReadonlyMap<number, Sold>, hour: number): Sold =>
    sumOf([...sold].filter(([at]) => Math.floor(at / 60) === hour).map(([, part]) => part))
  return {
    date,
    dateBefore,
    currency: currency.isoCode,
    ...view(day),
    before: {
      ...view(before),
      ordersSoFar: soFar.orders,
      turnoverSoFar: toMajor(soFar.turnover, currency.isoCode),
    },
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      ...view(ofHour(hours, hour)),
      before: view(ofHour(hoursBefore, hour)),
    })),
    ...(await countCarts(db, storeId)),
    waitingOrders: await countWaiting(db, storeId),
    lowStock: store.keepsStock ? await countLowStock(db, storeId, COUNTED) : 0,
  }
}

/** What was sold on a day, by the minute of it that a clock in the store showed. */
async function soldByMinute(
  db: ReadDb,
  { id: storeId, timeZone }: StoreRecord,
  currencyId: string,
  date: string,
): Promise<Map<number, Sold>> {
  // To the minute, as moments are written; zones differ from each other by less than an hour, too.
  const minute = sql<string>`substr(created_at, 1, 16)`
  const [from, until] = momentsOf(date, date, timeZone)
  const rows = await db
    .selectFrom('orders')
    .select((eb) => [
      minute.as('minute'),
      eb.fn.countAll<number | string>().as('orders'),
      eb.fn.sum<number | string>('order_total').as('turnover'),
    ])
    .where('store_id', '=', storeId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('currency_id', '=', currencyId)
    .where('status', 'not in', NO_SALE)
    .groupBy(minute)
    .execute()
  const sold = new Map<number, Sold>()
  for (const { minute: at, orders, turnover } of rows) {
    const { minute: local } = localTime(new Date(`${at}:00Z`), timeZone)
    const part = { orders: Number(orders), turnover: Number(turnover) }
    // An hour that the clocks show twice is one of the day's hours.
    sold.set(local, sumOf([sold.get(local) ?? nothing, part]))
  }
  return sold
}

function weekBefore(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - WEEK)
  return day.toISOString().slice(0, 10)
}

/** Open carts, and those of them that are parked under a name. */
async function countCarts(db: ReadDb, storeId: string): Promise<{ openCarts: number; parkedCarts: number }> {
  const open = db
    .selectFrom('carts')
    .select('name')
    .where('store_id', '=', storeId)
    .where('state', '=', 'open')
    .where('draft_since', 'is', null)
    .limit(COUNTED)
  const { all, named } = await db
    .selectFrom(open.as('open'))
    .select((eb) => [
      eb.fn.countAll<number | string>().as('all'),
      eb.fn.count<number | string>('open.name').as('named'),
    ])
    .executeTakeFirstOrThrow()
  return { openCarts: Number(all), parkedCarts: Number(named) }
}

async function countWaiting(db: ReadDb, storeId: string): Promise<number> {
  const waiting = db
    .selectFrom('orders')
    .select('id')
    .where('store_id', '=', storeId)
    .where('status', '=', 'new')
    .limit(COUNTED)
  const { n } = await db
    .selectFrom(waiting.as('waiting'))
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

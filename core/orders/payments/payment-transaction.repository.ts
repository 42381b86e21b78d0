import { sql, type ExpressionBuilder, type Insertable } from 'kysely'
import type { ReadDb, WriteDb } from '../../database/engine.ts'
import { insertRow } from '../../database/queries/prepared.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { timestamp } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Minor } from '../../kernel/money.ts'
import { lastNumberBefore, type LastNumber } from '../../stores/numbers-before.repository.ts'
import type { PaymentRow } from './payment.repository.ts'
import type { PaymentTransactionTable } from './payment.table.ts'

/** Money of a payment that comes or goes. */
export interface PaymentTransaction {
  readonly kind: PaymentTransactionTable['kind']
  /** Of a refund, which of its order it is. */
  readonly refundPlace?: number | undefined
  readonly currencyId: string
  /** As the payment says it. */
  readonly amount: Minor
  /** How much more than that is handed over in coins and notes, or less. */
  readonly cashRounding: Minor
  /** Whether it is coins and notes of a till, which is counted. */
  readonly isInTill?: boolean
  /** That till; the store's own where it is left out. */
  readonly tillId?: string | null | undefined
}

/** The row of money that came or went, for whoever writes many. */
export const paymentTransactionRow = (
  payment: Pick<PaymentRow, 'id' | 'store_id'>,
  {
    amount,
    cashRounding,
    currencyId,
    isInTill = false,
    kind,
    refundPlace,
    tillId = null,
  }: PaymentTransaction,
  { date, id }: { readonly date: string; readonly id: string },
): Insertable<PaymentTransactionTable> => ({
  id,
  store_id: payment.store_id,
  date,
  payment_id: payment.id,
  kind,
  refund_place: refundPlace ?? null,
  currency_id: currencyId,
  amount,
  cash_rounding: cashRounding,
  till_id: isInTill ? tillId : null,
  awaits_count: Number(isInTill),
})

/** Keeps that money came or went at a moment. */
export const recordPaymentTransaction = async (
  db: WriteDb,
  now: Date,
  payment: PaymentRow,
  transaction: PaymentTransaction,
): Promise<void> =>
  insertRow(
    db,
    'payment_transactions',
    paymentTransactionRow(payment, transaction, { date: timestamp(now), id: newId() }),
  )

/** When money of payments came or went last; undefined where none did. */
export async function lastMoved(
  db: ReadDb,
  payments: readonly Pick<PaymentRow, 'id'>[],
): Promise<Date | undefined> {
  if (payments.length === 0) return undefined
  const ids = payments.map(({ id }) => id)
  const { date } = await db
    .selectFrom('payment_transactions')
    .select((eb) => eb.fn.max<string | null>('date').as('date'))
    .where('payment_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return date === null ? undefined : new Date(date)
}

const refundsOf = (orderId: string): string => `refunds of ${orderId}`

/** The place of the next refund of an order, which whoever asks has locked. */
export async function nextRefundPlace(db: WriteDb, storeId: string, orderId: string): Promise<number> {
  const { last } = await db
    .selectFrom('payment_transactions as moved')
    .innerJoin('payments as payment', 'payment.id', 'moved.payment_id')
    .select((eb) => eb.fn.max('moved.refund_place').as('last'))
    .where('payment.order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const before = await lastNumberBefore(db, { storeId, series: refundsOf(orderId) })
  return Math.max(last ?? 0, before) + 1
}

/** The last place that a refund of each order has. */
export async function listLastRefundPlaces(db: ReadDb): Promise<LastNumber[]> {
  const rows = await db
    .selectFrom('payment_transactions as moved')
    .innerJoin('payments as payment', 'payment.id', 'moved.payment_id')
    .select([
      'payment.store_id',
      'payment.order_id',
      (eb) => eb.fn.max<number>('moved.refund_place').as('last'),
    ])
    .where('moved.refund_place', 'is not', null)
    .groupBy(['payment.store_id', 'payment.order_id'])
    .execute()
  return rows.map((row) => ({ storeId: row.store_id, series: refundsOf(row.order_id), last: row.last }))
}

/** What came and went by a method, coins and notes as they were handed over. */
export interface Taking {
  readonly paymentMethodId: string
  /** As it is called now where the shop writes it, whatever it was called when something was paid. */
  readonly name: string
  readonly received: Minor
  readonly refunded: Minor
  /** How much of the difference is the rounding of coins. */
  readonly cashRounding: Minor
}

/**
 * What a store took in one currency, by payment method.
 * @param from and until which moment: the first is of it, the last is not
 */
export async function sumPaymentTransactions(
  db: ReadDb,
  storeId: string,
  currencyId: string,
  [from, until]: readonly [from: string, until: string],
): Promise<Taking[]> {
  const rows = await db
    .selectFrom('payment_transactions as moved')
    .innerJoin('payments as payment', 'payment.id', 'moved.payment_id')
    // As of payments themselves, a method that they were the first of may be gone, on a server.
    .leftJoin('payment_methods as method', 'method.id', 'payment.payment_method_id')
    .select((eb) => [
      'payment.payment_method_id',
      'moved.kind',
      eb.fn.max(eb.fn.coalesce('method.name', 'payment.payment_method_name')).as('name'),
      eb.fn.sum<number | string>('moved.amount').as('amount'),
      eb.fn.sum<number | string>('moved.cash_rounding').as('cash_rounding'),
    ])
    .where('moved.store_id', '=', storeId)
    .where('moved.date', '>=', from)
    .where('moved.date', '<', until)
    .where('moved.currency_id', '=', currencyId)
    .groupBy(['payment.payment_method_id', 'moved.kind'])
    .execute()
  return [...Map.groupBy(rows, (row) => row.payment_method_id)].map(([paymentMethodId, moved]) => {
    const of = (kind: PaymentTransaction['kind']) => {
      const row = moved.find((sum) => sum.kind === kind)
      return { amount: Number(row?.amount ?? 0), rounding: Number(row?.cash_rounding ?? 0) }
    }
    const [captured, refunded] = [of('capture'), of('refund')]
    return {
      paymentMethodId,
      name: moved[0]?.name ?? '',
      received: captured.amount + captured.rounding,
      refunded: refunded.amount + refunded.rounding,
      cashRounding: captured.rounding - refunded.rounding,
    }
  })
}

/** A till of a store, in one currency. */
export interface OfTill {
  readonly storeId: string
  readonly currencyId: string
  /** Null is the store's own, which has no name. */
  readonly tillId: string | null
}

/** What came and went in coins and notes, as it was handed over. */
export interface CashHanded {
  readonly received: Minor
  readonly refunded: Minor
}

/** The coins and notes of a till that no count has counted yet. */
export async function sumUncountedCash(db: ReadDb, till: OfTill): Promise<CashHanded> {
  const rows = await db
    .selectFrom('payment_transactions')
    .select(['kind', sql<number | string>`sum(amount + cash_rounding)`.as('handed')])
    .where(isUncountedCash(till))
    .groupBy('kind')
    .execute()
  return handedIn(rows)
}

/**
 * Says of them that a count has counted them.
 * @returns what they come to: what somebody adds meanwhile is the next count's
 */
export async function claimCash(db: WriteDb, till: OfTill, countId: string): Promise<CashHanded> {
  const rows = await db
    .updateTable('payment_transactions')
    .set({ awaits_count: 0, till_count_id: countId })
    .where(isUncountedCash(till))
    .returning(['kind', sql<number | string>`amount + cash_rounding`.as('handed')])
    .execute()
  return handedIn(rows)
}

const isUncountedCash =
  ({ currencyId, storeId, tillId }: OfTill) =>
  (eb: ExpressionBuilder<Tables, 'payment_transactions'>) =>
    eb.and([
      eb('store_id', '=', storeId),
      eb('currency_id', '=', currencyId),
      eb('till_id', tillId === null ? 'is' : '=', tillId),
      // As the index says it, which holds nothing else.
      eb('awaits_count', '=', sql.lit(1)),
    ])

function handedIn(
  rows: readonly { readonly kind: PaymentTransaction['kind']; readonly handed: number | string }[],
): CashHanded {
  const of = (kind: PaymentTransaction['kind']): Minor =>
    rows.reduce((sum, row) => sum + (row.kind === kind ? Number(row.handed) : 0), 0)
  return { received: of('capture'), refunded: of('refund') }
}

/** What each of some counts of tills has counted in coins and notes. */
export async function sumCountedCash(
  db: ReadDb,
  countIds: readonly string[],
): Promise<Map<string | null, CashHanded>> {
  const rows = await db
    .selectFrom('payment_transactions')
    .select(['till_count_id', 'kind', sql<number | string>`sum(amount + cash_rounding)`.as('handed')])
    .where('till_count_id', 'in', countIds)
    .groupBy(['till_count_id', 'kind'])
    .execute()
  return new Map([...Map.groupBy(rows, (row) => row.till_count_id)].map(([id, sums]) => [id, handedIn(sums)]))
}

/** What came and went of the payments of some orders, the refunds of each in turn. */
export const listMovedOfOrders = async (db: ReadDb, orderIds: readonly string[]) =>
  db
    .selectFrom('payment_transactions as moved')
    .innerJoin('payments as payment', 'payment.id', 'moved.payment_id')
    .selectAll('moved')
    .select('payment.order_id')
    .where('payment.order_id', 'in', orderIds)
    .orderBy('moved.payment_id')
    .orderBy('moved.refund_place')
    .execute()
export type MovedOfOrder = Awaited<ReturnType<typeof listMovedOfOrders>>[number]

/** A payment of which more or less is held than has come and gone. */
export interface Unbalanced {
  readonly orderId: string
  readonly orderNumber: string
  readonly isoCode: string
  readonly amount: Minor
  readonly held: Minor
  readonly moved: Minor
}

// What a return pays back never came: that was with the order that nobody finds.
const held = sql<number | string>`case when payment.state in ('pending', 'voided') then 0
  when orders.status = 'return' then -payment.refunded
  else payment.amount - payment.refunded end`
const moved = sql<number | string>`coalesce(sums.moved, 0)`

/** The payments, of all stores, whose transactions do not make what is held of them. */
export async function findUnbalanced(db: ReadDb): Promise<Unbalanced[]> {
  const sums = db
    .selectFrom('payment_transactions')
    .select([
      'payment_id',
      sql<number>`sum(case kind when 'capture' then amount else -amount end)`.as('moved'),
    ])
    .groupBy('payment_id')
  const rows = await db
    .selectFrom('payments as payment')
    .innerJoin('orders', 'orders.id', 'payment.order_id')
    .innerJoin('currencies as currency', 'currency.id', 'orders.currency_id')
    .leftJoin(sums.as('sums'), 'sums.payment_id', 'payment.id')
    .select([
      'payment.order_id as orderId',
      'orders.order_number as orderNumber',
      'currency.iso_code as isoCode',
      'payment.amount',
      held.as('held'),
      moved.as('moved'),
    ])
    .where(held, '!=', moved)
    .execute()
  return rows.map((row) => ({ ...row, held: Number(row.held), moved: Number(row.moved) }))
}

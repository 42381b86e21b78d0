import type { ReadDb } from '../database/engine.ts'
import { NO_SALE } from '../database/queries/no-sale.ts'
import { toMajor } from '../kernel/money.ts'
import { getCurrency } from '../stores/store.repository.ts'
import type { CustomerTurnover } from './people.schema.ts'

/** What a customer has bought for, a currency an entry, and since when they are known. What is no sale does not count. */
export async function turnoverOf(db: ReadDb, customerId: string): Promise<CustomerTurnover> {
  const { created_at: knownSince } = await db
    .selectFrom('customers')
    .select('created_at')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const sold = await db
    .selectFrom('orders')
    .select((eb) => [
      'currency_id',
      eb.fn.countAll<number | string>().as('orders'),
      eb.fn.sum<number | string>('order_total').as('total'),
      eb.fn.min('created_at').as('first'),
      eb.fn.max('created_at').as('last'),
    ])
    .where('customer_id', '=', customerId)
    .where('status', 'not in', NO_SALE)
    .groupBy('currency_id')
    .orderBy('currency_id')
    .execute()
  const paidBack = await db
    .selectFrom('payments as payment')
    .innerJoin('orders as order', 'order.id', 'payment.order_id')
    .select((eb) => ['order.currency_id', eb.fn.sum<number | string>('payment.refunded').as('refunded')])
    .where('order.customer_id', '=', customerId)
    .where('order.status', 'not in', NO_SALE)
    .groupBy('order.currency_id')
    .execute()
  const refunds = new Map(paidBack.map(({ currency_id, refunded }) => [currency_id, Number(refunded)]))
  const turnover = []
  for (const { currency_id, first, last, orders, total } of sold) {
    const { isoCode } = await getCurrency(db, currency_id)
    turnover.push({
      currency: isoCode,
      orders: Number(orders),
      total: toMajor(Number(total), isoCode),
      refunded: toMajor(refunds.get(currency_id) ?? 0, isoCode),
      firstOrderDate: first,
      lastOrderDate: last,
    })
  }
  return { knownSince, turnover }
}

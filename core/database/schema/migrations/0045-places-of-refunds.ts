import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * A refund keeps its place among those of its order, by which its papers are numbered: moments do not tell it, where desks have
 * clocks of their own. Those that there are have the places that they were printed with.
 */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    'alter table payment_transactions add column refund_place integer',
    `update payment_transactions set refund_place = numbered.place
      from (
        select moved.store_id, moved.date, moved.id,
          row_number() over (partition by payment.order_id order by moved.date, moved.id) as place
        from payment_transactions as moved join payments as payment on payment.id = moved.payment_id
        where moved.kind = 'refund'
      ) as numbered
      where payment_transactions.store_id = numbered.store_id and payment_transactions.date = numbered.date
        and payment_transactions.id = numbered.id`,
    // Two of a payment never have one place; by the payment alone they are found, too.
    'drop index payment_transactions_by_payment',
    'create unique index payment_transactions_by_payment on payment_transactions (payment_id, refund_place)',
  ])

import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Orders are found by the transaction of their payment, however a payment service mixes its cases: `pi_3MtwBw`. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    'drop index payments_by_transaction',
    `create index payments_by_transaction on payments (store_id, lower(transaction_id))
      where transaction_id is not null`,
  ])

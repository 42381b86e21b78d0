import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** What came and went of a payment is found by it: what of it is tax depends on what came and went before. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, ['create index payment_transactions_by_payment on payment_transactions (payment_id)'])

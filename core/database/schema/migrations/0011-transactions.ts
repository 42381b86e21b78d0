import { sql, type Kysely } from 'kysely'

/** Orders are found by what a terminal's receipt says of their payment. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index payments_by_transaction on payments (store_id, transaction_id)`.execute(db)
}

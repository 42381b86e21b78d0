import { sql, type Kysely } from 'kysely'

/**
 * Carts whose price group somebody has chosen for a reason are found by it: a group that goes asks for them, and so does the
 * database itself. What has no such reason, nearly all of them, writes nothing to this index.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index carts_by_reasoned_price_group on carts (reasoned_price_group_id)
    where reasoned_price_group_id is not null`.execute(db)
}

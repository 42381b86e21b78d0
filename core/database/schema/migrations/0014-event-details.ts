import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** What an entry of an order's history says, apart from how English says it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [`alter table order_events add column details text`])
}

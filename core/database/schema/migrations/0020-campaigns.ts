import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * Campaigns are the shop's own to write: each has a version and a state; codes and items that were used are retired. How
 * often one was used is counted from its orders.
 */
const statements = [
  `alter table campaigns add column version integer not null default 1`,
  `alter table campaigns add column state text not null default 'active'
    check (state in ('draft', 'active', 'retired'))`,
  `alter table campaign_codes add column is_retired integer not null default 0 check (is_retired in (0, 1))`,
  `alter table campaign_items add column is_retired integer not null default 0 check (is_retired in (0, 1))`,
  `create index order_discounts_by_item on order_discounts (campaign_item_id, order_id)`,
  `create index cart_promotion_codes_by_code on cart_promotion_codes (campaign_code_id, cart_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}

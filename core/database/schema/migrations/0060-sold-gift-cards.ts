import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * Whether goods were sold as a gift card stands on the line that they were sold on. Until now it was read off the product: so it is
 * of what has been sold, and lines that cards were issued of were sold as some, whatever became of the product since.
 */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    'alter table order_lines add column is_gift_card integer not null default 0 check (is_gift_card in (0, 1))',
    `update order_lines set is_gift_card = 1 where variant_id in (
      select variant.id from variants as variant join products as product on product.id = variant.product_id
      where product.is_gift_card = 1
    )`,
    `update order_lines set is_gift_card = 1 where (order_id, id) in (
      select order_id, order_line_id from gift_cards where order_line_id is not null
    )`,
    // Those of a store are read whole: mostly a few, and most products write nothing to this index.
    'create index products_gift_cards on products (store_id, id) where is_gift_card = 1',
  ])

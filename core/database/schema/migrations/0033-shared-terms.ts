import { PostgresAdapter, type Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * An order is found through its customer and its goods: what it has in common with others of theirs stands once for all of
 * them, and no longer once for each order. What an order has for itself, its number and whoever else is on it, stays its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter
  await define(db, [
    `create table order_terms_anew (
      store_id text not null,
      term text not null,
      kind text not null check (kind in ('order', 'customer', 'goods')),
      owner_id text not null,
      primary key (store_id, term, kind, owner_id)
    ) ${isServer ? '' : 'without rowid'}`,
    // What is known of the customer and the goods today. Of the rest nothing is known but that it is the order's.
    `insert into order_terms_anew select distinct own.store_id, own.term, 'customer', orders.customer_id
      from order_terms as own
      join orders on orders.id = own.order_id
      join customer_terms as known on known.store_id = own.store_id and known.term = own.term
        and known.customer_id = orders.customer_id`,
    `insert into order_terms_anew select distinct own.store_id, own.term, 'goods', line.variant_id
      from order_terms as own
      join order_lines as line on line.order_id = own.order_id
      join product_terms as known on known.store_id = own.store_id and known.term = own.term
        and known.variant_id = line.variant_id`,
    `insert into order_terms_anew select own.store_id, own.term, 'order', own.order_id
      from order_terms as own
      where not exists (
        select 1 from orders join order_terms_anew as shared on shared.owner_id = orders.customer_id
        where orders.id = own.order_id and shared.store_id = own.store_id and shared.term = own.term
          and shared.kind = 'customer')
      and not exists (
        select 1 from order_lines as line join order_terms_anew as shared on shared.owner_id = line.variant_id
        where line.order_id = own.order_id and shared.store_id = own.store_id and shared.term = own.term
          and shared.kind = 'goods')`,
    'drop table order_terms',
    'alter table order_terms_anew rename to order_terms',
    `create index order_terms_of_customers on order_terms (owner_id) where kind = 'customer'`,
    // A server that has not looked at a table yet goes through all orders for what it leads to.
    ...(isServer ? ['analyze order_terms'] : []),
  ])
}

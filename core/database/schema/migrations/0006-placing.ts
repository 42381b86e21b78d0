import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** The names that this program gave to methods before there were flags; others are told by whoever runs the shop. */
const invoices = `'Invoice', 'Faktura', 'Rechnung'`
const collections = `'Collection in the shop', 'Collected in the shop', 'Afhentes i butikken',
  'Abholung im Geschäft', 'Pickup in store'`

/** Orders that are opened again, payments that are paid back in part, and what a method asks of an address. */
const statements = [
  // A column with another check takes the place of the one there was: both kinds of databases can do that.
  `alter table orders add column state text not null default 'new'
    check (state in ('new', 'reopened', 'paid', 'completed', 'cancelled'))`,
  `update orders set state = status`,
  `drop index orders_by_status`,
  `alter table orders drop column status`,
  `alter table orders rename column state to status`,
  `create index orders_by_status on orders (store_id, status, created_at, id)`,

  `alter table payments add column standing text not null default 'pending'
    check (standing in ('pending', 'captured', 'partially_refunded', 'refunded', 'voided'))`,
  `update payments set standing = case
    when state = 'captured' and refunded > 0 then 'partially_refunded' else state end`,
  `alter table payments drop column state`,
  `alter table payments rename column standing to state`,

  `alter table carts add column placed_version integer`,
  `update carts set placed_version = version - 1 where state = 'ordered'`,
  `alter table carts add column customer_from_bill integer not null default 0 check (customer_from_bill in (0, 1))`,

  `alter table payment_methods add column sends_invoice integer not null default 0 check (sends_invoice in (0, 1))`,
  `update payment_methods set sends_invoice = 1 where name in (${invoices})`,
  `alter table payment_methods add column return_url text`,
  `alter table shipping_methods add column delivers integer not null default 1 check (delivers in (0, 1))`,
  `update shipping_methods set delivers = 0 where name in (${collections})`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}

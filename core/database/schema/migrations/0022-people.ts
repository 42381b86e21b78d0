import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** What the shop writes of its customers, their groups and organizations, and which doubles became one. */
const statements = [
  `alter table customers add column version integer not null default 1`,
  `alter table customers add column state text not null default 'active'
    check (state in ('active', 'retired', 'erased'))`,
  `alter table customers add column note text`,
  `alter table customers add column accepts_marketing integer not null default 0
    check (accepts_marketing in (0, 1))`,
  `alter table customer_addresses add column position integer not null default 0`,
  `alter table customer_groups add column version integer not null default 1`,
  `alter table customer_groups add column is_retired integer not null default 0 check (is_retired in (0, 1))`,
  `alter table organizations add column version integer not null default 1`,
  `alter table organizations add column is_retired integer not null default 0 check (is_retired in (0, 1))`,
  `create table customer_doubles (
    id text primary key,
    store_id text not null references stores (id),
    customer_id text not null references customers (id),
    email_address text
  )`,
  `create index customer_doubles_by_customer on customer_doubles (customer_id)`,
  `create index customer_doubles_by_email on customer_doubles (store_id, email_address)`,
  `create index customer_group_members_by_group on customer_group_members (customer_group_id, customer_id)`,
  `create index customers_by_organization on customers (organization_id)`,
  `create index orders_by_customer on orders (customer_id, created_at, id)`,
  `create index carts_by_customer on carts (customer_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}

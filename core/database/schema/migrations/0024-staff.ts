import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * The people who work in a store, who of them is at which desk (the grant of a console), and what a store says of itself:
 * address, tax number, head and foot of what it prints, and when a desk locks itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [
    `create table staff (
      id text primary key,
      store_id text not null references stores (id),
      name text not null,
      role text not null check (role in ('clerk', 'support', 'manager', 'owner')),
      state text not null default 'active' check (state in ('active', 'retired')),
      pin_hash text,
      version integer not null default 1
    )`,
    `create index staff_by_name on staff (store_id, name)`,
    `alter table grants add column staff_id text references staff (id)`,
    `alter table stores add column version integer not null default 1`,
    `alter table stores add column line1 text`,
    `alter table stores add column line2 text`,
    `alter table stores add column postal_code text`,
    `alter table stores add column city text`,
    `alter table stores add column region text`,
    `alter table stores add column phone text`,
    `alter table stores add column email text`,
    `alter table stores add column tax_number text`,
    `alter table stores add column lock_after_minutes integer not null default 10`,
    `create table store_receipt_texts (
      store_id text not null references stores (id),
      culture_code text not null,
      head text not null,
      foot text not null,
      primary key (store_id, culture_code)
    )`,
  ])
}

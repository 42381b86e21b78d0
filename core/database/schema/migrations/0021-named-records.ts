import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * Catalogs and price groups are written by the shop; tax rates have names, and products and price groups refer to them.
 * Of a store one rate is the default at most: the others have nothing there, of which there may be any number.
 */
const statements = [
  `create table tax_rates (
    id text primary key,
    store_id text not null references stores (id),
    version integer not null,
    rate_ppm integer not null check (rate_ppm between 0 and 1000000),
    is_default integer check (is_default = 1),
    state text not null check (state in ('active', 'retired')),
    unique (store_id, is_default)
  )`,
  `create table tax_rate_names (
    tax_rate_id text not null references tax_rates (id),
    culture_code text not null,
    name text not null,
    primary key (tax_rate_id, culture_code)
  )`,
  `alter table products add column tax_rate_id text references tax_rates (id)`,
  `create index products_by_tax_rate on products (tax_rate_id)`,
  `alter table price_groups add column tax_rate_id text references tax_rates (id)`,
  `alter table price_groups add column version integer not null default 1`,
  `alter table price_groups add column state text not null default 'active'
    check (state in ('active', 'retired'))`,
  `alter table catalogs add column version integer not null default 1`,
  `alter table catalogs add column state text not null default 'active'
    check (state in ('active', 'retired'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}

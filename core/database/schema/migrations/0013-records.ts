import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** What the shop writes of its products: their state and version, texts, options, more barcodes, and who changed what. */
const statements = [
  `alter table products add column version integer not null default 1`,
  `alter table products add column state text not null default 'active'
    check (state in ('active', 'draft', 'retired'))`,
  `create table product_descriptions (
    product_id text not null references products (id),
    culture_code text not null,
    description text not null,
    primary key (product_id, culture_code)
  )`,
  `alter table variants add column is_retired integer not null default 0 check (is_retired in (0, 1))`,
  `create table variant_options (
    variant_id text not null references variants (id),
    position integer not null,
    name text not null,
    value text not null,
    primary key (variant_id, position)
  )`,
  `create table variant_barcodes (
    store_id text not null references stores (id),
    barcode text not null,
    variant_id text not null references variants (id),
    position integer not null,
    primary key (store_id, barcode)
  )`,
  `create index variant_barcodes_by_variant on variant_barcodes (variant_id, position)`,
  `create table record_events (
    record_id text not null,
    version integer not null,
    store_id text not null references stores (id),
    noun text not null,
    date text not null,
    actor text not null,
    kind text not null,
    changes text not null,
    primary key (record_id, version)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}

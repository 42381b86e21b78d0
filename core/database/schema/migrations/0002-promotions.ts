import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Campaigns, the codes that let into them, and what they took off carts and orders. */
const discount = `
  position integer not null,
  target text not null check (target in ('lines', 'shipping', 'order')),
  campaign_item_id text not null,
  campaign_name text not null,
  campaign_item_name text not null,
  description text not null,
  amount bigint not null check (amount > 0)`

const statements = [
  `create table campaigns (
    id text primary key,
    store_id text not null references stores (id),
    priority integer not null,
    is_exclusive integer not null check (is_exclusive in (0, 1)),
    is_automatic integer not null check (is_automatic in (0, 1)),
    valid_from text,
    valid_to text
  )`,
  `create index campaigns_by_store on campaigns (store_id)`,
  `create table campaign_texts (
    campaign_id text not null references campaigns (id),
    culture_code text not null,
    name text not null,
    primary key (campaign_id, culture_code)
  )`,
  `create table campaign_currencies (
    campaign_id text not null references campaigns (id),
    currency_id text not null references currencies (id),
    minimum bigint not null check (minimum >= 0),
    primary key (campaign_id, currency_id)
  )`,
  `create table campaign_codes (
    id text primary key,
    store_id text not null references stores (id),
    campaign_id text not null references campaigns (id),
    code text not null,
    unique (store_id, code)
  )`,
  `create index campaign_codes_by_campaign on campaign_codes (campaign_id)`,
  `create table campaign_price_groups (
    campaign_id text not null references campaigns (id),
    price_group_id text not null references price_groups (id),
    primary key (campaign_id, price_group_id)
  )`,
  `create table campaign_items (
    id text primary key,
    campaign_id text not null references campaigns (id),
    position integer not null,
    target text not null check (target in ('lines', 'shipping', 'order')),
    rate_ppm integer check (rate_ppm between 0 and 1000000)
  )`,
  `create index campaign_items_by_campaign on campaign_items (campaign_id, position)`,
  `create table campaign_item_amounts (
    campaign_item_id text not null references campaign_items (id),
    currency_id text not null references currencies (id),
    amount bigint not null check (amount >= 0),
    primary key (campaign_item_id, currency_id)
  )`,
  `create table campaign_item_texts (
    campaign_item_id text not null references campaign_items (id),
    culture_code text not null,
    name text not null,
    description text not null,
    primary key (campaign_item_id, culture_code)
  )`,
  `create table campaign_item_catalogs (
    campaign_item_id text not null references campaign_items (id),
    catalog_id text not null references catalogs (id),
    primary key (campaign_item_id, catalog_id)
  )`,
  `create table campaign_item_products (
    campaign_item_id text not null references campaign_items (id),
    product_id text not null references products (id),
    primary key (campaign_item_id, product_id)
  )`,

  `alter table carts add column discount bigint not null default 0 check (discount >= 0)`,
  `alter table carts add column discount_total bigint not null default 0 check (discount_total >= 0)`,
  `create table cart_promotion_codes (
    cart_id text not null references carts (id),
    campaign_code_id text not null references campaign_codes (id),
    added_at text not null,
    primary key (cart_id, campaign_code_id)
  )`,
  `create table cart_discounts (
    id text primary key,
    cart_id text not null references carts (id),
    line_id text references cart_lines (id) on delete cascade,
    ${discount}
  )`,
  `create index cart_discounts_by_cart on cart_discounts (cart_id, position)`,
  `create index cart_discounts_by_line on cart_discounts (line_id)`,
  `create table order_discounts (
    id text primary key,
    order_id text not null references orders (id),
    line_id text references order_lines (id),
    ${discount}
  )`,
  `create index order_discounts_by_order on order_discounts (order_id, position)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}

import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * The first schema, in the SQL that SQLite and PostgreSQL share. Identifiers are GUIDs as text, moments ISO 8601
 * text in UTC, amounts minor units, rates millionths, flags 0 or 1.
 */
const address = `
  address_name text not null,
  first_name text not null,
  last_name text not null,
  company_name text,
  attention text,
  line1 text not null,
  line2 text,
  postal_code text not null,
  city text not null,
  state text,
  country_id text not null references countries (id),
  email_address text,
  phone_number text,
  mobile_phone_number text`

const line = `
  position integer not null,
  variant_id text not null,
  sku text not null,
  variant_sku text,
  product_name text not null,
  catalog_id text not null,
  price_group_id text not null,
  quantity integer not null check (quantity between 1 and 1000000),
  price bigint not null check (price >= 0),
  unit_discount bigint not null check (unit_discount between 0 and price),
  tax bigint not null check (tax >= 0),
  tax_rate_ppm integer not null check (tax_rate_ppm >= 0)`

const shipment = `
  shipping_method_id text not null,
  price_group_id text not null,
  shipment_name text not null,
  price bigint not null check (price >= 0),
  discount bigint not null check (discount between 0 and price),
  tax bigint not null check (tax >= 0),
  tax_rate_ppm integer not null check (tax_rate_ppm >= 0),
  delivery_note text,
  track_and_trace text`

const statements = [
  `create table settings (key text primary key, value text not null)`,

  `create table currencies (id text primary key, iso_code text not null unique)`,
  `create table countries (id text primary key, iso_code text not null unique, culture_code text not null)`,
  `create table country_names (
    country_id text not null references countries (id),
    culture_code text not null,
    name text not null,
    primary key (country_id, culture_code)
  )`,

  `create table stores (
    id text primary key,
    code text not null unique,
    name text not null,
    description text,
    time_zone text not null,
    default_culture_code text not null,
    default_country_id text references countries (id),
    order_number_prefix text not null,
    last_order_number bigint not null
  )`,
  `create table store_cultures (
    store_id text not null references stores (id),
    culture_code text not null,
    position integer not null,
    primary key (store_id, culture_code)
  )`,
  `create table store_currencies (
    store_id text not null references stores (id),
    currency_id text not null references currencies (id),
    position integer not null,
    primary key (store_id, currency_id)
  )`,

  `create table clients (
    id text primary key,
    store_id text not null references stores (id),
    name text not null,
    secret_hash text,
    scope text not null,
    token_seconds integer not null check (token_seconds > 0),
    created_at text not null,
    revoked_at text
  )`,
  `create table client_redirect_uris (
    client_id text not null references clients (id),
    uri text not null,
    primary key (client_id, uri)
  )`,
  `create table client_origins (
    client_id text not null references clients (id),
    origin text not null,
    primary key (client_id, origin)
  )`,
  `create table grants (
    id text primary key,
    client_id text not null references clients (id),
    scope text not null,
    created_at text not null,
    revoked_at text
  )`,
  `create table authorization_codes (
    code_hash text primary key,
    client_id text not null references clients (id),
    redirect_uri text,
    scope text,
    expires_at text not null,
    grant_id text references grants (id)
  )`,
  `create table access_tokens (
    token_hash text primary key,
    client_id text not null references clients (id),
    grant_id text references grants (id),
    scope text not null,
    expires_at text not null
  )`,
  `create index access_tokens_by_expiry on access_tokens (expires_at)`,
  `create table refresh_tokens (
    token_hash text primary key,
    grant_id text not null references grants (id),
    expires_at text not null,
    used_at text
  )`,
  `create index refresh_tokens_by_expiry on refresh_tokens (expires_at)`,
  `create table idempotency_keys (
    client_id text not null references clients (id),
    idempotency_key text not null,
    fingerprint text not null,
    status integer not null,
    etag text,
    body text not null,
    created_at text not null,
    primary key (client_id, idempotency_key)
  )`,
  `create index idempotency_keys_by_date on idempotency_keys (created_at)`,

  `create table price_groups (
    id text primary key,
    store_id text not null references stores (id),
    currency_id text not null references currencies (id),
    base_price_group_id text references price_groups (id),
    priority integer not null,
    tax_rate_ppm integer
  )`,
  `create index price_groups_by_store on price_groups (store_id)`,
  `create table price_group_names (
    price_group_id text not null references price_groups (id),
    culture_code text not null,
    name text not null,
    primary key (price_group_id, culture_code)
  )`,
  `create table price_group_criteria (
    id text primary key,
    price_group_id text not null references price_groups (id),
    kind text not null
  )`,
  `create index price_group_criteria_by_group on price_group_criteria (price_group_id)`,
  `create table price_group_criterion_values (
    criterion_id text not null references price_group_criteria (id),
    name text not null,
    value text not null,
    primary key (criterion_id, name, value)
  )`,

  `create table payment_methods (
    id text primary key,
    store_id text not null references stores (id),
    name text not null,
    image_id text,
    image_url text,
    fee_ppm integer not null check (fee_ppm >= 0),
    gateway_url text,
    position integer not null
  )`,
  `create index payment_methods_by_store on payment_methods (store_id, position)`,
  `create table payment_method_texts (
    payment_method_id text not null references payment_methods (id),
    culture_code text not null,
    display_name text not null,
    description text,
    primary key (payment_method_id, culture_code)
  )`,
  `create table payment_method_fees (
    payment_method_id text not null references payment_methods (id),
    price_group_id text not null references price_groups (id),
    amount bigint not null check (amount >= 0),
    primary key (payment_method_id, price_group_id)
  )`,
  `create table payment_method_countries (
    payment_method_id text not null references payment_methods (id),
    country_id text not null references countries (id),
    primary key (payment_method_id, country_id)
  )`,
  `create index payment_method_countries_by_country on payment_method_countries (country_id)`,
  `create table payment_method_properties (
    id text primary key,
    payment_method_id text not null references payment_methods (id),
    culture_code text,
    value text not null
  )`,
  `create index payment_method_properties_by_method on payment_method_properties (payment_method_id)`,

  `create table shipping_methods (
    id text primary key,
    store_id text not null references stores (id),
    name text not null,
    image_url text,
    tax_rate_ppm integer not null check (tax_rate_ppm >= 0),
    default_payment_method_id text references payment_methods (id),
    position integer not null
  )`,
  `create index shipping_methods_by_store on shipping_methods (store_id, position)`,
  `create table shipping_method_texts (
    shipping_method_id text not null references shipping_methods (id),
    culture_code text not null,
    display_name text not null,
    description text,
    primary key (shipping_method_id, culture_code)
  )`,
  `create table shipping_method_prices (
    shipping_method_id text not null references shipping_methods (id),
    price_group_id text not null references price_groups (id),
    amount bigint not null check (amount >= 0),
    primary key (shipping_method_id, price_group_id)
  )`,
  `create table shipping_method_countries (
    shipping_method_id text not null references shipping_methods (id),
    country_id text not null references countries (id),
    primary key (shipping_method_id, country_id)
  )`,
  `create index shipping_method_countries_by_country on shipping_method_countries (country_id)`,
  `create table shipping_method_payment_methods (
    shipping_method_id text not null references shipping_methods (id),
    payment_method_id text not null references payment_methods (id),
    primary key (shipping_method_id, payment_method_id)
  )`,

  `create table catalogs (
    id text primary key,
    store_id text not null references stores (id),
    position integer not null
  )`,
  `create table catalog_names (
    catalog_id text not null references catalogs (id),
    culture_code text not null,
    name text not null,
    primary key (catalog_id, culture_code)
  )`,
  `create table products (
    id text primary key,
    store_id text not null references stores (id),
    catalog_id text not null references catalogs (id),
    sku text not null,
    tax_rate_ppm integer not null check (tax_rate_ppm >= 0),
    image_url text,
    unique (store_id, sku)
  )`,
  `create table product_names (
    product_id text not null references products (id),
    culture_code text not null,
    name text not null,
    primary key (product_id, culture_code)
  )`,
  `create table variants (
    id text primary key,
    store_id text not null references stores (id),
    product_id text not null references products (id),
    variant_sku text,
    barcode text,
    position integer not null,
    unique (store_id, variant_sku),
    unique (store_id, barcode)
  )`,
  `create index variants_by_product on variants (product_id, position)`,
  `create table variant_names (
    variant_id text not null references variants (id),
    culture_code text not null,
    name text not null,
    primary key (variant_id, culture_code)
  )`,
  `create table prices (
    variant_id text not null references variants (id),
    price_group_id text not null references price_groups (id),
    amount bigint not null check (amount >= 0),
    primary key (variant_id, price_group_id)
  )`,
  `create table product_terms (
    store_id text not null,
    term text not null,
    variant_id text not null references variants (id),
    primary key (store_id, term, variant_id)
  )`,

  `create table customer_groups (id text primary key, store_id text not null references stores (id), name text not null)`,
  `create table organizations (id text primary key, store_id text not null references stores (id), name text not null)`,
  `create table customers (
    id text primary key,
    store_id text not null references stores (id),
    first_name text not null,
    last_name text not null,
    email_address text,
    phone_number text,
    organization_id text references organizations (id),
    created_at text not null
  )`,
  `create index customers_by_name on customers (store_id, last_name, first_name, id)`,
  `create index customers_by_email on customers (store_id, email_address)`,
  `create table customer_group_members (
    customer_group_id text not null references customer_groups (id),
    customer_id text not null references customers (id),
    primary key (customer_id, customer_group_id)
  )`,
  `create table customer_addresses (
    id text primary key,
    customer_id text not null references customers (id),
    ${address}
  )`,
  `create index customer_addresses_by_customer on customer_addresses (customer_id)`,
  `create table customer_terms (
    store_id text not null,
    term text not null,
    customer_id text not null references customers (id),
    primary key (store_id, term, customer_id)
  )`,

  `create table carts (
    id text primary key,
    store_id text not null references stores (id),
    state text not null check (state in ('open', 'ordered', 'abandoned')),
    version integer not null,
    created_at text not null,
    updated_at text not null,
    culture_code text not null,
    currency_id text not null references currencies (id),
    customer_id text references customers (id),
    note text,
    customer_name text,
    search_text text not null,
    line_count integer not null,
    payment_total bigint not null,
    order_total bigint not null
  )`,
  `create index carts_by_change on carts (store_id, updated_at, id)`,
  `create index carts_by_state on carts (store_id, state, updated_at, id)`,
  `create table cart_lines (
    id text primary key,
    cart_id text not null references carts (id),
    ${line},
    price_is_set integer not null check (price_is_set in (0, 1))
  )`,
  `create index cart_lines_by_cart on cart_lines (cart_id, position)`,
  `create table cart_addresses (
    id text primary key,
    cart_id text not null references carts (id),
    kind text not null check (kind in ('billing', 'shipping')),
    ${address},
    unique (cart_id, kind)
  )`,
  `create table cart_shipments (
    id text primary key,
    cart_id text not null unique references carts (id),
    ${shipment}
  )`,
  `create table cart_properties (
    id text primary key,
    cart_id text not null references carts (id),
    key text not null,
    value text not null,
    unique (cart_id, key)
  )`,
  `create table cart_line_properties (
    id text primary key,
    cart_id text not null references carts (id),
    line_id text not null references cart_lines (id),
    key text not null,
    value text not null,
    unique (line_id, key)
  )`,
  `create index cart_line_properties_by_cart on cart_line_properties (cart_id)`,

  `create table orders (
    id text primary key references carts (id),
    store_id text not null references stores (id),
    order_number text not null,
    status text not null check (status in ('new', 'paid', 'completed', 'cancelled')),
    version integer not null,
    created_at text not null,
    completed_at text,
    culture_code text not null,
    currency_id text not null references currencies (id),
    note text,
    customer_id text not null references customers (id),
    customer_first_name text not null,
    customer_last_name text not null,
    customer_email_address text,
    customer_phone_number text,
    sub_total bigint not null,
    shipping_total bigint not null,
    payment_total bigint not null,
    discount bigint not null,
    discount_total bigint not null,
    tax bigint not null,
    order_total bigint not null check (order_total >= 0),
    unique (store_id, order_number)
  )`,
  `create index orders_by_date on orders (store_id, created_at, id)`,
  `create index orders_by_status on orders (store_id, status, created_at, id)`,
  `create table order_lines (
    id text primary key,
    order_id text not null references orders (id),
    ${line}
  )`,
  `create index order_lines_by_order on order_lines (order_id, position)`,
  `create table order_addresses (
    id text primary key,
    order_id text not null references orders (id),
    kind text not null check (kind in ('billing', 'shipping')),
    ${address},
    country_name text not null,
    unique (order_id, kind)
  )`,
  `create table order_shipments (
    id text primary key,
    order_id text not null unique references orders (id),
    ${shipment}
  )`,
  `create table order_properties (
    id text primary key,
    order_id text not null references orders (id),
    key text not null,
    value text not null,
    unique (order_id, key)
  )`,
  `create table order_line_properties (
    id text primary key,
    order_id text not null references orders (id),
    line_id text not null references order_lines (id),
    key text not null,
    value text not null,
    unique (line_id, key)
  )`,
  `create index order_line_properties_by_order on order_line_properties (order_id)`,
  `create table order_events (
    id text primary key,
    order_id text not null references orders (id),
    date text not null,
    actor text not null,
    kind text not null,
    text text not null
  )`,
  `create index order_events_by_order on order_events (order_id, date, id)`,
  `create table order_terms (
    store_id text not null,
    term text not null,
    order_id text not null references orders (id),
    primary key (store_id, term, order_id)
  )`,

  `create table payments (
    id text primary key,
    order_id text not null references orders (id),
    store_id text not null references stores (id),
    payment_method_id text not null,
    payment_method_name text not null,
    state text not null check (state in ('pending', 'captured', 'refunded', 'voided')),
    amount bigint not null check (amount >= 0),
    fee bigint not null check (fee >= 0),
    fee_ppm integer not null check (fee_ppm >= 0),
    fee_total bigint not null check (fee_total >= 0),
    refunded bigint not null check (refunded between 0 and amount),
    transaction_id text,
    created_at text not null
  )`,
  `create index payments_by_order on payments (order_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}

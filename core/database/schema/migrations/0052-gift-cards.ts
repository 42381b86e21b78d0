import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Gift cards with what is on them, methods of payment that redeem them, and payments that were received by one. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `create table gift_cards (
      id text primary key,
      store_id text not null references stores (id),
      version integer not null,
      code_hash text not null,
      last_characters text not null,
      state text not null check (state in ('active', 'deactivated')),
      currency_id text not null references currencies (id),
      initial_amount bigint not null check (initial_amount > 0),
      balance bigint not null check (balance >= 0),
      issued_at text not null,
      issued_by text not null,
      order_id text references orders (id),
      order_line_id text,
      reason text
    )`,
    'create unique index gift_cards_by_code on gift_cards (store_id, code_hash)',
    'create index gift_cards_by_date on gift_cards (store_id, issued_at, id)',
    // What all cards hold is read off it alone.
    `create index gift_cards_outstanding on gift_cards (store_id, currency_id, balance)
      where state = 'active' and balance > 0`,
    'create index gift_cards_by_order on gift_cards (order_id) where order_id is not null',
    `create table gift_card_transactions (
      gift_card_id text not null references gift_cards (id),
      version integer not null,
      date text not null,
      actor text not null,
      kind text not null check (kind in ('issue', 'capture', 'refund', 'replace', 'deactivate')),
      amount bigint not null,
      balance bigint not null check (balance >= 0),
      payment_id text references payments (id),
      reason text,
      primary key (gift_card_id, version)
    )`,
    'create index gift_card_transactions_by_payment on gift_card_transactions (payment_id) where payment_id is not null',
    `alter table payment_methods add column redeems_gift_cards integer not null default 0
      check (redeems_gift_cards in (0, 1))`,
    'alter table payments add column gift_card_id text references gift_cards (id)',
    'create index payments_by_gift_card on payments (gift_card_id) where gift_card_id is not null',
  ])

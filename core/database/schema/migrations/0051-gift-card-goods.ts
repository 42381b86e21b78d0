import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** A product may be a gift card: what is sold of it is issued to a card once its order is paid. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    'alter table products add column is_gift_card integer not null default 0 check (is_gift_card in (0, 1))',
  ])

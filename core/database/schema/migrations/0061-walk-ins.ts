import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * What a store gives walk-ins: the way they take the goods along, what they are offered to pay by first, and whether an order
 * at the counter begins as one of theirs. Methods refer to their store, which none could be filled in before if it referred to them.
 */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    'alter table stores add column walk_in_shipping_method_id text',
    'alter table stores add column walk_in_payment_method_id text',
    'alter table stores add column begins_with_walk_in integer not null default 0 check (begins_with_walk_in in (0, 1))',
  ])

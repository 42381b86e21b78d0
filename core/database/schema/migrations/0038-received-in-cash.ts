import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** A payment knows whether it was received in cash: what its method takes may change before it is paid back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [
    'alter table payments add column received_in_cash integer check (received_in_cash in (0, 1))',
    `update payments set received_in_cash =
      coalesce((select takes_cash from payment_methods where id = payment_method_id), 0)
      where state in ('captured', 'partially_refunded', 'refunded')`,
  ])
}

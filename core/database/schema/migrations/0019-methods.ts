import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * Ways to deliver and to pay are the shop's own to write: each has a version, and is retired where it was used. Countries
 * have their names changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [
    ...['shipping_methods', 'payment_methods'].flatMap((table) => [
      `alter table ${table} add column version integer not null default 1`,
      `alter table ${table} add column state text not null default 'active'
        check (state in ('active', 'retired'))`,
    ]),
    `alter table countries add column version integer not null default 1`,
  ])
}

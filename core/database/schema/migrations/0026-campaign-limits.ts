import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** How often a campaign may be used: in all, by each of its codes, and by each customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(
    db,
    ['max_uses', 'max_uses_per_code', 'max_uses_per_customer'].map(
      (column) => `alter table campaigns add column ${column} integer check (${column} > 0)`,
    ),
  )
}

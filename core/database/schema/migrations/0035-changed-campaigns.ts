import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** When a campaign was last written: a cart that was priced before it is priced anew where it is read or placed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, ['alter table campaigns add column changed_at text'])
}

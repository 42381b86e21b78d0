import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Carts that are in no list before something is in them; those that stay so are swept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [
    'alter table carts add column draft_since text',
    'create index carts_as_drafts on carts (draft_since)',
  ])
}

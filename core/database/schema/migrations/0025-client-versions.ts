import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Clients are edited: each has a version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [`alter table clients add column version integer not null default 1`])
}

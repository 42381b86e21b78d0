import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** When each client was last used, so that one that nobody needs any more is found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [
    `create table client_uses (
      client_id text not null primary key references clients (id),
      used_at text not null
    )`,
  ])
}

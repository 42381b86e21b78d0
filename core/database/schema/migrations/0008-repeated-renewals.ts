import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * What a refresh token was exchanged for, and under which `Idempotency-Key`: so that whoever has not heard the answer
 * may ask again, and is told apart from a thief.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [`alter table refresh_tokens add column successor_hash text`])
  await define(db, [`alter table refresh_tokens add column used_key_hash text`])
}

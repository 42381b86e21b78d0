import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** What an authorization code was asked for with (RFC 7636): only who knows what it was made of may exchange the code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [`alter table authorization_codes add column code_challenge text`])
}

import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Wrong guesses at the secret of a client, counted for all processes of a storage together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [
    `create table wrong_guesses (
      id text not null primary key,
      guesses integer not null,
      last_at text not null,
      until_at text not null
    )`,
  ])
}

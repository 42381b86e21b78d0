import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** A cart may be parked under a name, and is found by its words. */
const statements = [
  `alter table carts add column name text`,
  `alter table carts add column name_search text not null default ''`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, statements)
}

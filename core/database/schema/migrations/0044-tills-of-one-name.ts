import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** No two tills that are used have one name, also where both are made at once. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [`create unique index tills_by_name on tills (store_id, name) where state = 'active'`])

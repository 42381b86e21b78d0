import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** What histories tell of customers who have been deleted goes: nobody finds them any more, to have it erased. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `update record_events set changes = '[]' where noun = 'customer' and changes != '[]'
      and record_id not in (select id from customers) and record_id not in (select id from customer_doubles)`,
  ])

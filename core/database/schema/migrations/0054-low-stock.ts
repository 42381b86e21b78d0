import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** What is to be ordered anew is found by an index of its own: among twenty thousand levels it is mostly a few. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, ['create index stock_levels_low on stock_levels (store_id, id) where quantity <= reorder_point'])

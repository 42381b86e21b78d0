import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/**
 * A server counts changes of reference data by store (`postgres/reference-epochs.ts`). The one row that counted them all
 * goes, so that no desk of an older version goes on by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await define(db, [`drop table if exists reference_epoch`])
}

import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** A picture of one variant: the blue one is not shown red. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, ['alter table variants add column image_url text'])

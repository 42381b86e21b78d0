import type { Kysely } from 'kysely'
import { define } from '../define.ts'

/** Pictures of what is sold, in the shop's own file. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  define(db, [
    `create table images (
      id text primary key,
      store_id text not null references stores (id),
      content_type text not null,
      unused_since text,
      bytes blob not null
    )`,
    'create index images_to_sweep on images (unused_since) where unused_since is not null',
  ])

import { sql, type Kysely } from 'kysely'

/** Orders are found by what their parcel is followed by; placing one writes nothing to this index. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create index orders_by_track_and_trace on orders (store_id, track_and_trace)
    where track_and_trace is not null`.execute(db)
}

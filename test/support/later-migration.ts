import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A migration of a later day, by its name. */
export const LATER = '9998-later'

/** @param perRow SQL that is evaluated for each row that it rewrites */
export const laterMigration = (perRow: string): Migration => ({
  up: async (db: Kysely<never>) => {
    await sql`alter table variants add column shelf integer not null default 0`.execute(db)
    await sql`update variants set shelf = ${sql.raw(perRow)} * 0 + length(id)`.execute(db)
    await sql`create index variants_by_shelf on variants (shelf)`.execute(db)
    await sql`create table shelves (shelf integer primary key, variants integer not null)`.execute(db)
    await sql`insert into shelves select shelf, count(*) from variants group by shelf`.execute(db)
  },
})

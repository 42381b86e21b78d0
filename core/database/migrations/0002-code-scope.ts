import { sql, type Kysely } from 'kysely'

/** An authorization code may be asked for with less than all that its client may do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table authorization_codes add column scope text`.execute(db)
}

import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** A column of text where it is made: its name, and then its type. */
const TEXT_COLUMN = /(\w+)\s+text\b/g
/** The same of bytes, whose type a server calls otherwise. */
const BYTES_COLUMN = /(\w+)\s+blob\b/g

/**
 * Runs the statements of a migration, which are written once for both engines. A server orders text by its own alphabet;
 * here it is ordered by its characters' numbers, as SQLite does: lists go on where they ended, and the beginnings of
 * words are found by an index.
 */
export async function define(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  const isServer = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of statements) {
    const makesColumns = isServer && /^(create|alter) table/.test(statement)
    await sql.raw(makesColumns ? onServer(statement) : statement).execute(db)
  }
}

const onServer = (statement: string): string =>
  statement.replace(TEXT_COLUMN, '$1 text collate "C"').replace(BYTES_COLUMN, '$1 bytea')

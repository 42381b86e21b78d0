import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * The condition that rows are a store's, of a query that finds them by their ids. Neither engine knows how many rows a store
 * has: SQLite, where there are some ids, and PostgreSQL, where it has not looked at a new table yet, would rather go through
 * all of them. So the column is kept from being a way in.
 * @param column as `table.column`, by us
 */
export const ofStore = (column: string, storeId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} || '' = ${storeId}`

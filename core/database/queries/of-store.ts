import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * The condition that rows are a store's, of a query that finds them by their ids. SQLite does not know how many rows a store
 * has: where there are some ids it would rather go through all of them, and so the column is kept from being a way in.
 * @param column as `table.column`, by us
 */
export const ofStore = (column: string, storeId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} || '' = ${storeId}`

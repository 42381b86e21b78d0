import type { Database as SqliteFile } from 'better-sqlite3'
import { migrations } from '../../core/database/schema/migrations/index.ts'
import { openSqliteFile } from './engines.ts'
import { withFile } from './data.ts'

/** The names of the tables of a shop. */
export const tablesOf = (file: SqliteFile): string[] =>
  file
    .prepare<[], string>(`select name from sqlite_master where type = 'table' and name not like 'kysely%'`)
    .pluck()
    .all()
const columnsOf = (file: SqliteFile, table: string): string[] =>
  file.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table)

/** Columns of the first version, and where the source has their values. */
const sinceMoved: Readonly<Record<string, string>> = {
  order_number_prefix: '(select prefix from source.order_numbers where store_id = own.id)',
  last_order_number: '(select last_number from source.order_numbers where store_id = own.id)',
}

/**
 * Makes a file as the first version left it, filled from the file of a later one.
 * @returns its tables with their columns, but for those that were moved since
 */
export async function firstVersion(dataDir: string, source: string): Promise<Map<string, string[]>> {
  const later = Object.entries(migrations).filter(([name]) => name !== '0001-shop')
  for (const [name] of later) Reflect.deleteProperty(migrations, name)
  try {
    await (await openSqliteFile(dataDir)).close()
  } finally {
    Object.assign(migrations, Object.fromEntries(later))
  }
  return withFile(dataDir, (file) => {
    file.pragma('foreign_keys = off')
    file.prepare('attach ? as source').run(source)
    const tables = new Map(tablesOf(file).map((table) => [table, columnsOf(file, table)]))
    for (const [table, columns] of tables) {
      file.exec(`delete from main."${table}"`)
      const values = columns.map((column) => sinceMoved[column] ?? column)
      file.exec(
        `insert into main."${table}" (${columns.join()}) select ${values.join()} from source."${table}" as own`,
      )
    }
    // What a later migration moves elsewhere is not compared where it was.
    const stayed = ([table, columns]: [string, string[]]): [string, string[]] => [
      table,
      columns.filter((column) => !(column in sinceMoved)),
    ]
    return new Map([...tables].map(stayed))
  })
}

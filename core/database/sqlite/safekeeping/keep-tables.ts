import { existsSync } from 'node:fs'
import Sqlite, { type Database as SqliteFile } from 'better-sqlite3'
import { databaseFile } from '../../data-files.ts'

/**
 * Gives some tables of a copy the rows that the shop of a data folder has now; nobody has either of them open. Rows that
 * refer to something that the copy does not have stay behind. Where there is no shop, the copy keeps its own.
 * @param tables whose schema is the same in both
 */
export function keepTables(dataDir: string, copy: string, tables: readonly string[]): void {
  if (!existsSync(databaseFile(dataDir))) return
  const file = new Sqlite(copy, { fileMustExist: true })
  try {
    file.pragma('foreign_keys = off')
    file.prepare('attach ? as served').run(databaseFile(dataDir))
    file.transaction(() => {
      for (const table of tables) {
        const columns = columnsOf(file, table).join()
        file.exec(`delete from main.${quoted(table)}`)
        file.exec(
          `insert into main.${quoted(table)} (${columns}) select ${columns} from served.${quoted(table)}`,
        )
      }
      // Each that goes may leave another without what it refers to.
      while (tables.some((table) => removeOrphans(file, table)));
    })()
  } finally {
    file.close()
  }
}

const columnsOf = (file: SqliteFile, table: string): string[] =>
  file.prepare<[string], string>('select name from pragma_table_info(?)').pluck().all(table).map(quoted)

/** @returns whether there were any */
function removeOrphans(file: SqliteFile, table: string): boolean {
  const rows = file
    .prepare<[string], number>('select rowid from pragma_foreign_key_check(?)')
    .pluck()
    .all(table)
  const remove = file.prepare(`delete from main.${quoted(table)} where rowid = ?`)
  for (const row of rows) remove.run(row)
  return rows.length > 0
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

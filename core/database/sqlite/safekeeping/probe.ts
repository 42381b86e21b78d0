import type { Database as SqliteFile } from 'better-sqlite3'
import { damagedError } from '../../open-error.ts'

/**
 * Looks a database over at its start, in a few milliseconds whatever its size: SQLite compares header and length, the
 * whole schema is read, and every table and index is entered, a table where its newest row is. A break between those
 * places is found by the checks of `schedule.ts`, which read all of it.
 * @throws DatabaseOpenError, or SQLite's error, where something is damaged
 */
export function probe(file: SqliteFile): void {
  const parts = file
    .prepare<[], { name: string; tbl_name: string; type: string; place: string; rows: string }>(
      `select name, tbl_name, type,
        iif(sql like 'create %index % where %', substr(sql, instr(sql, ' where ')), '') as rows,
        iif(type = 'table' and (select wr from pragma_table_list(part.name) where schema = 'main'),
          (select name from pragma_table_info(part.name) where pk = 1), 'rowid') as place
      from sqlite_master as part where rootpage > 0`,
    )
    .all()
  if (parts.length === 0) return
  const probes = parts.map(({ name, tbl_name: table, type, place, rows }) =>
    type === 'table'
      ? `(select max(${place === 'rowid' ? place : quoted(place)}) from ${quoted(name)})`
      : `(select 1 from ${quoted(table)} indexed by ${quoted(name)}${rows} limit 1)`,
  )
  file.prepare(`select ${probes.join()}`).get()
  const pages = Number(file.pragma('page_count', { simple: true }))
  const free = Number(file.pragma('freelist_count', { simple: true }))
  if (free >= pages) throw damagedError(file.name, [])
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

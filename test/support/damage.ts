import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

/**
 * Overwrites the pages of a table in a file that nobody has open: those in the middle, which a quick look does not meet.
 * @returns how many
 */
export function damage(dataDir: string, table: string): number {
  const path = join(dataDir, 'backcounter.sqlite')
  const file = new Sqlite(path)
  file.pragma('wal_checkpoint(truncate)')
  const pages = file
    .prepare<[string], number>(`select pageno from dbstat where name = ? and pagetype = 'leaf' order by path`)
    .pluck()
    .all(table)
    .slice(1, -1)
  const size = Number(file.pragma('page_size', { simple: true }))
  file.close()
  if (pages.length === 0) throw new Error(`${table} has no pages in its middle.`)
  const descriptor = openSync(path, 'r+')
  for (const page of pages) writeSync(descriptor, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size)
  closeSync(descriptor)
  return pages.length
}

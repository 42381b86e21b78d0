import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Engine } from '../../engine.ts'

/**
 * What SQLite finds wrong with the file: broken pages or indexes, rows that refer to nothing. Empty where it is sound.
 * It reads all of the file, a table at a time, so that a thread that is to end need not wait for the last.
 * @param onProgress is told how much of it is done, 0 to 1
 */
export async function checkIntegrity(
  { reader }: Pick<Engine, 'reader'>,
  onProgress: (done: number) => void = () => undefined,
): Promise<string[]> {
  const faults = await checkPages({ reader })
  // Reading on would fail at some broken page or other.
  if (faults.length > 0) return faults
  const tables = await tablesOf({ reader })
  for (const [index, table] of tables.entries()) {
    onProgress((index + 1) / (tables.length + 1))
    await turn()
    // Each entry of each index against its row.
    const { rows } = await sql<{
      integrity_check: string
    }>`pragma integrity_check(${sql.table(table)})`.execute(reader)
    faults.push(...rows.map((row) => row.integrity_check))
  }
  const references = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(reader)
  faults.push(
    ...references.rows.map((row) => `a row of ${row.table} refers to one of ${row.parent} that is not there`),
  )
  return [...new Set(faults)].filter((text) => text !== 'ok')
}

/** What is wrong with the pages of the file, without comparing indexes and rows; several times as fast. */
export async function checkPages({ reader }: Pick<Engine, 'reader'>): Promise<string[]> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(reader)
  return rows.map((row) => row.quick_check).filter((text) => text !== 'ok')
}

async function tablesOf({ reader }: Pick<Engine, 'reader'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
    reader,
  )
  return rows.map((row) => row.name)
}

import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { databaseFile } from '../../data-files.ts'
import { isDatabaseDamaged, isUnknownToDatabase } from '../../error-codes.ts'
import { Handle } from '../../handle.ts'
import type { CarryOver } from '../../safekeeping.ts'
import { SqliteConnection, sqliteCompiling } from '../connection.ts'
import { readFile } from '../read-file.ts'

/** Takes from the shop of a data folder to the copy of a backup what has to go on, before the copy takes its place. */
export async function carryOver(dataDir: string, copy: string, carry: CarryOver): Promise<void> {
  await readFile(databaseFile(dataDir), async (from) => {
    const to = new SqliteConnection(new Sqlite(copy, { fileMustExist: true }))
    try {
      await carry(from, new Handle(sqliteCompiling, to))
    } finally {
      to.close()
    }
  })
}

/**
 * The same where what is replaced may be anything: damaged, of another version or none of ours. That may be why it is replaced, and
 * the backup as it is, is better than none.
 */
export async function carryOverWhatCanBe(dataDir: string, copy: string, carry: CarryOver): Promise<void> {
  if (!existsSync(databaseFile(dataDir))) return
  try {
    await carryOver(dataDir, copy, carry)
  } catch (error) {
    if (!isDatabaseDamaged(error) && !isUnknownToDatabase(error)) throw error
  }
}

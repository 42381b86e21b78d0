import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { databaseFile } from '../../data-files.ts'
import { isDatabaseDamaged, isUnknownToDatabase } from '../../error-codes.ts'
import { Handle } from '../../handle.ts'
import type { CarryOver } from '../../safekeeping.ts'
import { SqliteConnection, sqliteCompiling } from '../connection.ts'
import { readFile } from '../read-file.ts'

/**
 * Takes from the shop of a data folder to the copy of a backup what has to go on, before the copy takes its place; nobody
 * has either of them open. What is damaged, or no shop of ours, may be why it is replaced: the backup as it is, is better than none.
 */
export async function carryOver(dataDir: string, copy: string, carry: CarryOver): Promise<void> {
  const file = databaseFile(dataDir)
  if (!existsSync(file)) return
  await whereSound(async () =>
    readFile(file, async (from) => {
      const to = new SqliteConnection(new Sqlite(copy, { fileMustExist: true }))
      try {
        await carry(from, new Handle(sqliteCompiling, to))
      } finally {
        to.close()
      }
    }),
  )
}

/** Does what the data allow as they are: where they are damaged or lack what is asked for, nothing. */
export async function whereSound(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDatabaseDamaged(error) && !isUnknownToDatabase(error)) throw error
  }
}

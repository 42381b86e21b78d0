import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { databaseFile } from '../../data-files.ts'
import { isDatabaseDamaged, isUnknownToDatabase } from '../../error-codes.ts'
import { Handle } from '../../handle.ts'
import type { CarryOver } from '../../safekeeping.ts'
import { SqliteConnection, sqliteCompiling } from '../connection.ts'
import { readFile } from '../read-file.ts'

/**
 * Takes from the shop of a data folder to the copy of a backup what has to go on, before the copy takes its place. Where there is
 * no shop, or something cannot be read of it, that may be why it is replaced: the backup without it is better than none, and the
 * rest goes on.
 */
export async function carryOver(
  dataDir: string,
  copy: string,
  carried: readonly CarryOver[],
  isUnreadable: (error: unknown) => boolean,
): Promise<void> {
  if (!existsSync(databaseFile(dataDir))) return
  for (const carry of carried) {
    await whereReadable(async () => carryOne(dataDir, copy, carry), isUnreadable)
  }
}

/** A shop that may be anything: damaged, of another version or none of ours. */
export const isUnreadableShop = (error: unknown): boolean =>
  isDatabaseDamaged(error) || isUnknownToDatabase(error)

/** Does what reads a shop that is replaced; what cannot be read of it is left. */
export async function whereReadable(
  work: () => unknown,
  isUnreadable: (error: unknown) => boolean,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isUnreadable(error)) throw error
  }
}

async function carryOne(dataDir: string, copy: string, carry: CarryOver): Promise<void> {
  await readFile(databaseFile(dataDir), async (from) => {
    const file = new Sqlite(copy, { fileMustExist: true })
    try {
      file.exec('begin')
      await carry(from, new Handle(sqliteCompiling, new SqliteConnection(file)))
      file.exec('commit')
    } finally {
      file.close()
    }
  })
}

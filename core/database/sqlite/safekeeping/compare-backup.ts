import { existsSync } from 'node:fs'
import type { Database as SqliteFile } from 'better-sqlite3'
import { databaseFile } from '../../data-files.ts'
import { isDatabaseDamaged } from '../../error-codes.ts'
import { asOpenError } from '../../open-error.ts'
import type { BackupComparison, ContentCounts, ContentSummary } from '../../safekeeping.ts'
import { readFile } from '../read-file.ts'
import { requireKnownSchema } from '../schema-version.ts'

/**
 * What restoring a backup would change: how much of everything there is in it and now, how much of what is there now is
 * not in it, and the other way round. What is there now may be damaged or gone, which is why somebody wants the backup.
 * @throws DatabaseOpenError `damaged` or `newer` for what the backup is
 */
export async function compareBackup(dataDir: string, backup: string): Promise<BackupComparison> {
  // What is broken in it is not said of the shop.
  const summary = await asOpenError(backup, async () =>
    readFile(backup, async (_reader, file) => {
      requireKnownSchema(file)
      return Promise.resolve(summaryOf(file, 'main'))
    }),
  )
  const unknown = { backup: summary, now: null, lost: null, back: null }
  if (!existsSync(databaseFile(dataDir))) return unknown
  return compareWithServed(dataDir, backup, summary).catch((error: unknown) => {
    if (!isDatabaseDamaged(error)) throw error
    return unknown
  })
}

const compareWithServed = async (
  dataDir: string,
  backup: string,
  summary: ContentSummary,
): Promise<BackupComparison> =>
  readFile(backup, async (_reader, file) => {
    file.prepare('attach ? as served').run(databaseFile(dataDir))
    // One state of both.
    file.exec('begin')
    const missing = (from: string, to: string) =>
      countEach(
        file,
        (noun) => `select count(*) from ${from}.${noun} where id not in (select id from ${to}.${noun})`,
      )
    const comparison = {
      backup: summary,
      now: summaryOf(file, 'served'),
      lost: missing('served', 'main'),
      back: missing('main', 'served'),
    }
    file.exec('commit')
    return Promise.resolve(comparison)
  })

const summaryOf = (file: SqliteFile, schema: string): ContentSummary => ({
  ...countEach(file, (noun) => `select count(*) from ${schema}.${noun}`),
  newestOrder:
    file
      .prepare<[], { orderNumber: string; date: string }>(
        // An order has the id of its cart, which may have been begun long before. The index of days tells which it is.
        `select order_number as orderNumber, created_at as date from ${schema}.orders
          where id = (select id from ${schema}.orders order by created_at desc, id desc limit 1)`,
      )
      .get() ?? null,
})

const countEach = (file: SqliteFile, statement: (noun: string) => string): ContentCounts => {
  const count = (noun: string): number => file.prepare<[], number>(statement(noun)).pluck().get() ?? 0
  return {
    orders: count('orders'),
    carts: count('carts'),
    customers: count('customers'),
    products: count('products'),
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../../core/database/engine.ts'
import { openSqliteFile } from '../../support/engines.ts'
import { seedDemo } from '../../../core/demo/seed-demo.ts'

/** A Wednesday on which both shops are open at this moment. */
export const NOW = new Date('2026-11-18T15:30:00.000Z')

/** A database of its own with the demo shops; `close` removes it. */
export async function openDemo(orders: number): Promise<{ database: Engine; close: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'backcounter-demo-'))
  const database = await openSqliteFile(dataDir)
  await database.transact(async (db) => seedDemo(db, NOW, orders))
  return {
    database,
    close: async () => {
      await database.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

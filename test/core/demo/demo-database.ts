import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../../core/database/engine.ts'
import { openSqliteFile } from '../../support/engines.ts'
import { seedDemo } from '../../../core/demo/seed-demo.ts'

/** A Wednesday on which both shops are open at this moment. */
export const NOW = new Date('2026-11-18T15:30:00.000Z')

/** A database with the demo shops. */
export interface Demo {
  readonly database: Engine
  /** Removes it. */
  readonly close: () => Promise<void>
}

/** A database of its own with the demo shops. */
export async function openDemo(orders: number): Promise<Demo> {
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

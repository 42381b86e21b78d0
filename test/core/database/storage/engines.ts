import type { Engine } from '../../../../core/database/engine.ts'
import { openPostgres, openSqliteFile } from '../../../support/engines.ts'
import { emptyDir } from '../../../support/core.ts'
import { emptyShop, isOnPostgres } from '../../../support/storage.ts'

/** Makes an empty storage, gone after the test. @returns what opens an engine on it, for one process after another */
type MakeStorage = () => Promise<() => Promise<Engine>>

const sqlite: MakeStorage = async () => {
  const dataDir = await emptyDir()
  return async () => openSqliteFile(dataDir)
}

const postgres: MakeStorage = async () => {
  const address = await emptyShop()
  return async () => openPostgres(address)
}

/** Every engine there is, each in its own run. */
export const engines: Readonly<Record<string, MakeStorage>> = isOnPostgres
  ? { PostgreSQL: postgres }
  : { SQLite: sqlite }

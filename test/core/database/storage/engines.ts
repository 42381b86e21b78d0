import type { Engine } from '../../../../core/database/engine.ts'
import { openSqliteFile } from '../../../../core/database/sqlite/open.ts'
import { temporaryDir } from '../../../support/core.ts'
import { declareCached } from '../../../../core/database/references.ts'
import { rooms } from '../../../../core/rooms.ts'

declareCached(rooms)

/** Makes an empty storage, gone after the test. @returns what opens an engine on it, for one process after another */
type MakeStorage = () => Promise<() => Promise<Engine>>

/** Every engine there is. */
export const engines: Readonly<Record<string, MakeStorage>> = {
  SQLite: async () => {
    const dataDir = await temporaryDir()
    return async () => openSqliteFile(dataDir)
  },
}

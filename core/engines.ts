import { declareCached } from './database/references.ts'
import type { Engine, EngineLocation } from './database/engine.ts'
import { openSqlite } from './database/sqlite/open.ts'
import { withDatabase } from './database/sqlite/with-database.ts'
import { rooms } from './rooms.ts'

// Whoever opens a storage says first what of it is cached.
declareCached(rooms)

/** Opens the storage of a core. @throws DatabaseOpenError */
export const openEngine = async ({ dataDir }: EngineLocation): Promise<Engine> => openSqlite(dataDir)

/** Opens a storage for one piece of work, beside the core that may be running on it. @throws DatabaseOpenError */
export const withEngine = async <T>(
  { dataDir }: EngineLocation,
  work: (engine: Engine) => Promise<T>,
): Promise<T> => withDatabase(dataDir, work)

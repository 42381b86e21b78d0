import { declareCached } from './database/references.ts'
import type { Engine, EngineLocation } from './database/engine.ts'
import { openSqlite } from './database/sqlite/open.ts'
import { requireShop } from './database/sqlite/require-shop.ts'
import { withDatabase } from './database/sqlite/with-database.ts'
import { notFound } from './kernel/errors.ts'
import { rooms } from './rooms.ts'
import { findFirstStore } from './stores/store.repository.ts'

// Whoever opens a storage says first what of it is cached.
declareCached(rooms)

/** Opens the storage of a core. @throws DatabaseOpenError */
export async function openEngine(location: EngineLocation): Promise<Engine> {
  if (location.kind === 'sqlite') return openSqlite(location.dataDir)
  // A desk on a file needs none of it.
  const { openPostgres } = await import('./database/postgres/open.ts')
  const { address, deskDir } = location
  if (deskDir === undefined) return openPostgres(address)
  const { asDesk } = await import('./database/desk.ts')
  return asDesk(deskDir, async () => openPostgres(address))
}

/** Opens a storage for one piece of work, beside the core that may be running on it. @throws DatabaseOpenError */
export async function withEngine<T>(
  location: EngineLocation,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  if (location.kind === 'sqlite') return withDatabase(location.dataDir, work)
  const engine = await openEngine({ ...location, deskDir: undefined })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/**
 * The same on a shop that has to be there.
 * @throws CommerceError NotFound where there is none; DatabaseOpenError
 */
export async function withShop<T>(
  location: EngineLocation,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  if (location.kind === 'sqlite') await requireShop(location.dataDir)
  return withEngine(location, async (engine) => {
    if (location.kind === 'postgres' && !(await engine.read(findFirstStore))) {
      throw notFound('data.no-shop', `There is no shop in ${engine.name}.`)
    }
    return work(engine)
  })
}

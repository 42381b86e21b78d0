import { findShop, keepShop, type Desk } from './database/desk-settings.ts'
import { ReferenceTables } from './database/references.ts'
import type { Engine, EngineLocation } from './database/engine.ts'
import { fillSqlite } from './database/sqlite/fill.ts'
import { openSqlite } from './database/sqlite/open.ts'
import { requireShop } from './database/sqlite/require-shop.ts'
import { withDatabase } from './database/sqlite/with-database.ts'
import { notFound } from './kernel/errors.ts'
import { rooms } from './rooms.ts'
import { findFirstStore } from './stores/store.repository.ts'

/** What is cached of a storage; no engine is opened without it. */
const tables = new ReferenceTables(rooms)

/**
 * Opens the storage of a core.
 * @param isForDesk whether a server has to take changes for it to be opened
 * @throws DatabaseOpenError
 */
export async function openEngine(location: EngineLocation, isForDesk = false): Promise<Engine> {
  if (location.kind === 'sqlite') return openSqlite(location.dataDir, tables)
  // A desk on a file needs none of it.
  const { openPostgres } = await import('./database/postgres/open.ts')
  const { address, deskDir } = location
  const open = async () => openPostgres(address, tables, { isForDesk })
  if (deskDir === undefined) return open()
  const { asDesk } = await import('./database/desk.ts')
  return asDesk(deskDir, open)
}

/**
 * Opens the storage of a desk: where its start has been told that the shop is, or else where it was last. A desk that has
 * been told otherwise keeps it once the shop has been opened there.
 * @throws DatabaseOpenError
 */
export async function openDesk(desk: Desk): Promise<Engine> {
  const location = await findShop(desk)
  const engine = await openEngine(location, true)
  try {
    await keepShop(desk, location)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** Whether the storage of a desk answers, which a server does not always. */
export async function isThere(desk: Desk): Promise<boolean> {
  const location = await findShop(desk)
  if (location.kind === 'sqlite') return true
  const { requireReachable } = await import('./database/postgres/open-error.ts')
  return requireReachable(location.address, true).then(
    () => true,
    () => false,
  )
}

/** Opens a storage for one piece of work, beside the core that may be running on it. @throws DatabaseOpenError */
export async function withEngine<T>(
  location: EngineLocation,
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  if (location.kind === 'sqlite') return withDatabase(location.dataDir, tables, work)
  const engine = await openEngine({ ...location, deskDir: undefined })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/** The same on one that is to be filled with a whole shop. @see fillSqlite */
export const fillEngine = async <T>(
  location: EngineLocation,
  fill: (engine: Engine) => Promise<T>,
): Promise<T> =>
  location.kind === 'sqlite' ? fillSqlite(location.dataDir, tables, fill) : withEngine(location, fill)

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

import { findShop } from '../database/desk-settings.ts'
import type { EngineLocation } from '../database/engine.ts'
import { plainKeeper } from '../database/secret-keeper.ts'
import { dataDirOf } from '../defaults.ts'
import { badRequest } from '../kernel/errors.ts'

/** Where a command works: the folder of this desk, and where its shop is stored, which is there or on a server. */
export interface Place {
  readonly dataDir: string
  readonly location: EngineLocation
}

/**
 * @param named as the options say, or the environment's `BACKCOUNTER_DATABASE`; where they say nothing of a database the
 *   shop is where the desk of the folder has it
 * @throws DatabaseOpenError where that cannot be told
 */
export async function placeOf(named: { readonly data?: string; readonly database?: string }): Promise<Place> {
  const dataDir = dataDirOf(named.data)
  return {
    dataDir,
    location: await findShop({ dataDir, database: named.database, keeper: plainKeeper }),
  }
}

/**
 * For what works on a file only.
 * @throws CommerceError BadRequest
 */
export function requireFolder({ dataDir, location }: Place): string {
  if (location.kind === 'sqlite') return dataDir
  throw badRequest(
    'database.server',
    'is a server, which is backed up and restored with its own tools (docs/recovery.md)',
    '--database',
  )
}

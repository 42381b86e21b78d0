import type { EngineLocation } from '../database/engine.ts'
import { isServerAddress } from '../database/postgres/address.ts'
import { badRequest } from '../kernel/errors.ts'
import { dataDirOf } from '../defaults.ts'

/** Where a command works: the folder of this desk, and where its shop is stored, which is there or on a server. */
export interface Place {
  readonly dataDir: string
  readonly location: EngineLocation
}

/** @throws RangeError for what is no address of a PostgreSQL database */
export function parseDatabase(text: string): string {
  if (!isServerAddress(text) || !URL.canParse(text)) {
    throw new RangeError('It must be an address such as postgres://user:password@host:5432/database.')
  }
  return text
}

/** @param named as the options say; the environment's `BACKCOUNTER_DATABASE` where they say nothing */
export function placeOf(named: { readonly data?: string; readonly database?: string }): Place {
  const dataDir = dataDirOf(named.data)
  const { database } = named
  return {
    dataDir,
    location:
      database === undefined
        ? { kind: 'sqlite', dataDir }
        : { kind: 'postgres', address: database, deskDir: dataDir },
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

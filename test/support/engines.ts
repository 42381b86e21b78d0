import type { Engine } from '../../core/database/engine.ts'
import * as postgres from '../../core/database/postgres/open.ts'
import { ReferenceTables } from '../../core/database/references.ts'
import * as sqlite from '../../core/database/sqlite/open.ts'
import { rooms } from '../../core/rooms.ts'

/** Engines past `core/engines.ts`, with what the core caches of them. */
const tables = new ReferenceTables(rooms)

/** @see sqlite.openSqliteFile */
export const openSqliteFile = async (dataDir: string): Promise<Engine> =>
  sqlite.openSqliteFile(dataDir, tables)

/** @see postgres.openPostgres */
export const openPostgres = async (address: string, options?: postgres.PostgresOptions): Promise<Engine> =>
  postgres.openPostgres(address, tables, options)

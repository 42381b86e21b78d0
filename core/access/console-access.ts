import type { WriteDb } from '../database/engine.ts'
import { insertCode } from './access.repository.ts'
import { insertClient } from './clients.ts'
import { LAUNCH_LINK_MINUTES } from './launch-link.schema.ts'

/** How the console names itself at the token endpoint; each store has a client of its own behind it. */
export const CONSOLE_CLIENT_ID = 'console'

/** How histories call whoever works at it, where nobody of the staff does. */
export const CONSOLE_NAME = 'Console'

/**
 * Makes a one-time code with which the console gets its tokens for a store. Whoever starts the core owns the
 * machine's data, so the console may do everything.
 */
export async function createLaunchCode(db: WriteDb, now: Date, storeId: string): Promise<string> {
  return insertCode(db, {
    clientId: await consoleClientOf(db, now, storeId),
    redirectUri: null,
    scope: null,
    codeChallenge: null,
    expires: new Date(now.getTime() + LAUNCH_LINK_MINUTES * 60_000),
  })
}

async function consoleClientOf(db: WriteDb, now: Date, storeId: string): Promise<string> {
  const client = await db
    .selectFrom('clients')
    .select('id')
    .where('store_id', '=', storeId)
    .where('secret_hash', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return client?.id ?? insertClient(db, { now, storeId }, { name: CONSOLE_NAME, scope: 'admin price' }, null)
}

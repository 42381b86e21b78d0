import type { WriteDb } from '../database/database.ts'
import { timestamp } from '../kernel/clock.ts'
import { insertClient } from './clients.ts'
import { hashOf, newSecret } from './secrets.ts'

/** How the console names itself at the token endpoint; each store has a client of its own behind it. */
export const CONSOLE_CLIENT_ID = 'console'

/** A launch link is meant to be opened at once; a minute as for every authorization code, five for slow browsers. */
const LAUNCH_CODE_SECONDS = 300

/**
 * Makes a one-time code with which the console gets its tokens for a store. Whoever starts the core owns the
 * machine's data, so the console may do everything.
 */
export async function createLaunchCode(db: WriteDb, now: Date, storeId: string): Promise<string> {
  const code = newSecret()
  await db
    .insertInto('authorization_codes')
    .values({
      code_hash: hashOf(code),
      client_id: await consoleClientOf(db, now, storeId),
      redirect_uri: null,
      expires_at: timestamp(new Date(now.getTime() + LAUNCH_CODE_SECONDS * 1000)),
      grant_id: null,
    })
    .execute()
  return code
}

async function consoleClientOf(db: WriteDb, now: Date, storeId: string): Promise<string> {
  const client = await db
    .selectFrom('clients')
    .select('id')
    .where('store_id', '=', storeId)
    .where('secret_hash', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return client?.id ?? insertClient(db, now, { storeId, name: 'Console', scope: 'admin price' }, null)
}

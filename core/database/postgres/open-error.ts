import pg from 'pg'
import { DatabaseOpenError } from '../open-error.ts'
import { nameOf } from './address.ts'
import { sessionConfig } from './session.ts'

/** How long one waits for a server that does not answer, in milliseconds. */
const MAX_WAIT = 10_000

/**
 * Looks whether a database can be had at all, and translates what is said where it cannot, by code, into what a person can
 * act on.
 * @throws DatabaseOpenError `unreachable`
 */
export async function requireReachable(address: string): Promise<void> {
  const client = new pg.Client({ ...sessionConfig(address), connectionTimeoutMillis: MAX_WAIT })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const name = nameOf(address)
    const reason = reasonOf(error)
    throw new DatabaseOpenError(
      'unreachable',
      name,
      `The database ${name} ${reason}.`,
      error,
      reason === AWAY,
    )
  }
  await client.end()
}

const AWAY = 'cannot be reached'

function reasonOf(error: unknown): string {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (code === '3D000') return 'does not exist on its server'
  if (code?.startsWith('28')) return 'does not let this user in'
  // The driver has no code for it.
  if (error instanceof Error && error.message.includes('client password must be a string')) {
    return 'asks for a password'
  }
  return AWAY
}

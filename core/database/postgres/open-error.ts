import pg from 'pg'
import { isOutOfRoom } from '../error-codes.ts'
import { DatabaseOpenError } from '../open-error.ts'
import { nameOf } from './address.ts'
import { leaveAtOnce, sessionConfig } from './session.ts'

/** How long one waits for a server that does not answer, in milliseconds. */
const MAX_WAIT = 10_000

/**
 * Looks whether a database can be had at all, and translates what is said where it cannot, by code, into what a person can
 * act on.
 * @param isForDesk whether it has to take changes, too, which a server that stands in for another does not: work that only
 *   reads, as a check or an export, may be done there
 * @throws DatabaseOpenError `unreachable`
 */
export async function requireReachable(address: string, isForDesk = false): Promise<void> {
  const [client, other] = [newClient(address), newClient(address)]
  try {
    await Promise.all([connect(client), connect(other)])
    await requireSession(client, other)
    if (isForDesk) await requireWritable(client)
  } catch (error) {
    const name = nameOf(address)
    const reason = reasonOf(error)
    throw new DatabaseOpenError(
      'unreachable',
      name,
      `The database ${name} ${reason}.`,
      error,
      [AWAY, READ_ONLY, FULL].includes(reason),
    )
  } finally {
    await Promise.allSettled([client.end(), other.end()])
  }
}

function newClient(address: string): pg.Client {
  const client = new pg.Client({
    ...sessionConfig(address),
    pipeline: false,
    connectionTimeoutMillis: MAX_WAIT,
  })
  client.on('error', () => undefined)
  return client
}

async function connect(client: pg.Client): Promise<void> {
  await client.connect()
  leaveAtOnce(client)
}

const PREPARED = { name: 'Backcounter', text: 'select 1' }

/** Whether a session is still the same while another is in a transaction. @throws pg's DatabaseError where it is not */
async function requireSession(client: pg.Client, other: pg.Client): Promise<void> {
  await client.query(PREPARED)
  await other.query('begin')
  await other.query('select 1')
  await client.query(PREPARED)
}

/** @throws ReadOnly */
async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is: string }>("select current_setting('transaction_read_only') as is")
  if (rows[0]?.is === 'on') throw new ReadOnly()
}

class ReadOnly extends Error {}

const AWAY = 'cannot be reached'
const FULL = 'has no room for another session at the moment'
const READ_ONLY = 'takes no changes at the moment'
const SHARED =
  'is behind a pooler that gives a session to somebody else after each transaction: have it pool by sessions ' +
  '(pool_mode = session), or keep prepared statements'
const DIVIDED =
  'is behind a pooler that takes no transactions: have it pool by sessions (pool_mode = session)'
const PLAIN = 'is on a server that does not encrypt the line, which its address asks for (sslmode)'
const UNTRUSTED = 'is on a server whose certificate is not trusted here, or is another server’s'
/** What OpenSSL and Node say of certificates. */
const certificateFault = /^.*(?:CERT|SIGNATURE|HOSTNAME).*$/

function reasonOf(error: unknown): string {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  // Its code is that of everything that a pooler says.
  if (code === '08P01' && String(error).includes('statement pooling')) return DIVIDED
  if (code === '26000') return SHARED
  if (isOutOfRoom(error)) return FULL
  if (error instanceof ReadOnly) return READ_ONLY
  if (code === '3D000') return 'does not exist on its server'
  if (code?.startsWith('28')) return 'does not let this user in'
  if (!(error instanceof Error)) return AWAY
  // The driver has no code for either.
  if (error.message.includes('client password must be a string')) return 'asks for a password'
  if (error.message.includes('does not support SSL')) return PLAIN
  const certificate = certificateFault.exec(String((error as Error & { code?: unknown }).code))
  return certificate ? `${UNTRUSTED} (${certificate[0]})` : AWAY
}

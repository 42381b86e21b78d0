import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

/** The server of this run, as its owner; one connection for each worker, which keeps nobody from ending. */
let owner: Promise<{ readonly url: URL; readonly client: pg.Client }> | undefined

const asOwner = async () =>
  (owner ??= (async () => {
    const address = process.env['BACKCOUNTER_TEST_POSTGRES'] ?? (await askForServer())
    const client = new pg.Client({ connectionString: address, pipeline: true })
    // It ends with the run.
    client.on('error', () => (owner = undefined))
    await client.connect()
    ;(client as unknown as { unref(): void }).unref()
    return { url: new URL(address), client }
  })())

/**
 * A server of one's own choice is `BACKCOUNTER_TEST_POSTGRES`, such as one of an older version; otherwise the run's own
 * is started at the first call.
 */
async function askForServer(): Promise<string> {
  const socket = connect(inject('postgresPort'), '127.0.0.1')
  await once(socket, 'connect')
  const address = await text(socket)
  if (address === '') throw new Error('PostgreSQL could not be started.')
  return address
}

/** A database of its own, gone after the test. @param template whose copy it is; left out, it is empty */
export async function temporaryDatabase(template = 'template0'): Promise<string> {
  const { address, drop } = await makeDatabase(template)
  onTestFinished(drop)
  return address
}

/** The same for whoever takes it away again later. */
export async function makeDatabase(
  template = 'template0',
): Promise<{ readonly address: string; readonly drop: () => Promise<void> }> {
  const { url, client } = await asOwner()
  const name = `test_${randomBytes(8).toString('hex')}`
  // Nothing is on disk that has to be, so files are copied faster than pages are logged.
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return {
    address: address.href,
    drop: async () => void (await client.query(`drop database ${name} with (force)`)),
  }
}

/** One of a name at a time: a lock is the connection's, and would not keep its own tests apart. */
const templates = new Map<string, Promise<string>>()

/**
 * A database that others are copied from, made once for each server, by whichever worker is first.
 * @param make fills an empty one, and lets go of it
 */
export async function templateDatabase(
  name: string,
  make: (address: string) => Promise<void>,
): Promise<string> {
  const known = templates.get(name) ?? makeTemplate(name, make)
  templates.set(name, known)
  return known
}

async function makeTemplate(name: string, make: (address: string) => Promise<void>): Promise<string> {
  const { url, client } = await asOwner()
  await client.query('select pg_advisory_lock(hashtext($1))', [name])
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const half = `${name}_half`
      await client.query(`drop database if exists ${half} with (force)`)
      await client.query(`create database ${half} template template0`)
      const address = new URL(url)
      address.pathname = `/${half}`
      await make(address.href)
      await client.query(`alter database ${half} rename to ${name}`)
    }
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [name])
  }
  return name
}

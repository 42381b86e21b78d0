import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client as Connection } from 'pg'
import { SHOP_TABLE } from '../bare/postgres/core/operations.ts'
import { fillPostgres } from '../bare/postgres/own/tables.ts'
import { HttpClient } from '../load/client.ts'
import { STORE } from '../prepared/file.ts'
import { readShop, type Shop } from '../shop.ts'
import { run, serve } from './child.ts'
import { cli, tokenOf, type Credentials } from './core.ts'
import type { Server } from './server.ts'

const MAIN = join(import.meta.dirname, '../bare/postgres/main.ts')
/** As many as one process of the core opens for requests. */
const CONNECTIONS = '10'

/** Longer than any run. */
const TOKEN_SECONDS = '86400'

/** Core processes on one database: desks. */
export interface Desks extends Server {
  /** One client for each process. */
  readonly clients: readonly HttpClient[]
  /** The address of the database. */
  readonly database: string
}

/**
 * Cores on an empty database of a server, with the demo shop.
 * @param server its address, as the owner of databases
 */
export async function startDesks(server: string, count: number, dir: string): Promise<Desks> {
  const name = count === 1 ? 'core' : `core, ${count} processes`
  const database = await makeDatabase(server, `desks_${count}`)
  const at = (desk: number): string[] => [
    '--database',
    database,
    '--data',
    join(dir, `desks-${count}-${desk}`),
    '--json',
  ]
  await run([cli(), 'demo', ...at(0)])
  const credentials = (await run([
    ...[cli(), 'client', 'create', ...at(0), '--store', STORE, '--name', 'Benchmark'],
    ...['--scope', 'storefront staff', '--token-seconds', TOKEN_SECONDS],
  ])) as Credentials
  const children = []
  for (let desk = 0; desk < count; desk++) {
    children.push(await serve([cli(), 'serve', ...at(desk), '--port', '0']))
  }
  const [first] = children
  if (!first) throw new Error('There is no desk.')
  const token = await tokenOf(first, credentials)
  const clients = children.map(({ origin }) => new HttpClient(origin, token))
  const client = new HttpClient(first.origin, token)
  return { name, pid: first.pid, client, clients, database, shop: await readShop(client) }
}

/** The bare server with tables of its own, on an empty database of the same server, with the goods of the same shop. */
export async function startOwnBare(server: string, shop: Shop): Promise<Desks> {
  const database = await makeDatabase(server, 'bare_own')
  await fillPostgres(database, shop)
  return serveBare('bare, own tables', database, 'own', shop)
}

/** The bare server that sends the statements of the core, on a database that the core has made. */
export async function startBareOnCore(server: string, shop: Shop, dir: string): Promise<Desks> {
  const database = await makeDatabase(server, 'bare_core')
  await run([cli(), 'demo', '--database', database, '--data', join(dir, 'bare-core'), '--json'])
  const owner = new Connection({ connectionString: database })
  await owner.connect()
  await owner.query(`create table ${SHOP_TABLE} (value text not null)`)
  // Everything else of a demo shop has the same ids wherever it is made.
  const { rows } = await owner.query<{ id: string }>('select id from stores where code = $1', [STORE])
  const sold: Shop = { ...shop, store: { ...shop.store, id: rows[0]?.id ?? '' } }
  await owner.query(`insert into ${SHOP_TABLE} values ($1)`, [JSON.stringify(sold)])
  await owner.end()
  return serveBare('bare', database, 'core', shop)
}

async function serveBare(name: string, database: string, tables: 'own' | 'core', shop: Shop): Promise<Desks> {
  const token = randomBytes(32).toString('base64url')
  const child = await serve([MAIN, database, CONNECTIONS, token, tables])
  const client = new HttpClient(child.origin, token)
  return { name, pid: child.pid, client, clients: [client], database, shop }
}

async function makeDatabase(server: string, name: string): Promise<string> {
  const owner = new Connection({ connectionString: server })
  await owner.connect()
  await owner.query(`create database ${name} template template0`)
  await owner.end()
  const address = new URL(server)
  address.pathname = `/${name}`
  return address.href
}

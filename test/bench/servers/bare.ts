import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { makeFile, openFile, type Synchronous } from '../bare/schema.ts'
import { bareRoutes } from '../bare/server.ts'
import { HttpClient } from '../load/client.ts'
import { DirectClient } from '../load/direct-client.ts'
import type { Shop } from '../shop.ts'
import { serve } from './child.ts'
import type { Server, Started } from './server.ts'

const MAIN = join(import.meta.dirname, '../bare/main.ts')

/** The bare server with the goods of the same shop. */
export async function startBare(dir: string, shop: Shop, synchronous: Synchronous): Promise<Server> {
  const file = join(dir, `bare-${synchronous}.sqlite`)
  const copy = join(dir, `bare-${synchronous}-copy.sqlite`)
  makeFile(file, shop)
  await copyFile(file, copy)
  const token = randomBytes(32).toString('base64url')
  const start = async (path: string): Promise<Started> => {
    const child = await serve([MAIN, path, synchronous, token])
    return { child, connect: async () => Promise.resolve(new HttpClient(child.origin, token)) }
  }
  const { child, connect } = await start(file)
  return {
    name: synchronous === 'full' ? 'bare' : 'bare, NORMAL',
    pid: child.pid,
    client: await connect(),
    shop,
    startAnother: async () => start(copy),
  }
}

/** The raw database: the statements of the bare server, called in this process without any HTTP between. */
export function openRawDatabase(dir: string, shop: Shop): Server {
  const file = join(dir, 'database.sqlite')
  makeFile(file, shop)
  return {
    name: 'database',
    pid: process.pid,
    client: new DirectClient(bareRoutes(openFile(file, 'full'))),
    shop,
  }
}

import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFile } from '../bare/schema.ts'
import { Client } from '../load/client.ts'
import type { Shop } from '../shop.ts'
import { serve } from './child.ts'
import type { Server } from './server.ts'

const MAIN = join(import.meta.dirname, '../bare/main.ts')

/** The bare server with the goods of the same shop. */
export async function startBare(dir: string, shop: Shop): Promise<Server> {
  const file = join(dir, 'bare.sqlite')
  const copy = join(dir, 'bare-copy.sqlite')
  makeFile(file, shop)
  await cp(file, copy)
  const child = await serve([MAIN, file])
  return {
    name: 'bare',
    child,
    client: new Client(child.origin),
    shop,
    startAnother: async () => serve([MAIN, copy]),
  }
}

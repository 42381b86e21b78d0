import { loadScenario } from '../load/drive.ts'
import { openShopFile, readStore } from '../prepared/file.ts'
import type { Scenario } from '../scenario.ts'

const SAMPLE = 5000

/** Any order looked up by its id among few and many: the ids are drawn from the whole file, each read once in a while. */
export const orderAmongMany = (clients: number): Scenario =>
  loadScenario(
    {
      name: 'order-among-many',
      title: 'Order by id among many',
      clients,
      servers: async (lab) => lab.coresWithOrders(),
    },
    ({ client, dataDir }) => {
      const ids = someOrderIds(dataDir)
      return async (n) => {
        const id = ids[n % ids.length]
        const answer = await client.send('GET', `/orders/${id}`)
        if (!answer.includes(`"id":"${id}"`)) throw new Error(`Another order than ${id} was answered.`)
      }
    },
  )

/** Evenly from all orders of the store, in no order. */
function someOrderIds(dataDir: string): string[] {
  const db = openShopFile(dataDir)
  const { id } = readStore(db)
  const last = db.prepare<[], number>('select max(rowid) from orders').pluck().get() ?? 0
  const ids = db
    .prepare<[number, string], string>(
      'select id from orders where rowid % ? = 0 and store_id = ? order by random()',
    )
    .pluck()
    .all(Math.max(1, Math.floor(last / SAMPLE)), id)
  db.close()
  return ids
}

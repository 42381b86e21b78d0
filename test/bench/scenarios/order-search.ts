import type { Database } from 'better-sqlite3'
import { loadScenario } from '../load/drive.ts'
import { openShopFile, readStore } from '../prepared/file.ts'
import type { Scenario } from '../scenario.ts'

/** What support searches orders by, with values of orders that are there. */
const searches = {
  number: ({ orderNumber }: Sold) => ({ search: orderNumber }),
  email: ({ email }: Sold) => ({ search: email }),
  name: ({ firstName, lastName }: Sold) => ({ search: `${firstName} ${lastName}` }),
  sku: ({ sku }: Sold) => ({ search: sku }),
  status: (_: Sold, n: number) => ({ status: n % 2 === 0 ? 'Paid' : 'Cancelled' }),
  dates: ({ day }: Sold) => ({ from: day, to: day }),
} satisfies Record<string, (sold: Sold, n: number) => Record<string, string>>

export type Search = keyof typeof searches

interface Sold {
  readonly orderNumber: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly sku: string
  /** `2026-11-20` */
  readonly day: string
}

const SAMPLE = 200

/** The first page of orders that are found by something, among few and many. */
export const orderSearch = (by: Search): Scenario =>
  loadScenario(
    {
      name: `order-search-${by}`,
      title: `Orders by ${by}`,
      clients: 1,
      servers: async (lab) => lab.coresWithOrders(),
    },
    ({ client, dataDir }) => {
      const db = openShopFile(dataDir)
      const paths = someOrders(db).map((sold, n) => {
        const query = new URLSearchParams({ ...searches[by](sold, n), maxItems: '20' })
        return `/orders?${query.toString()}`
      })
      db.close()
      return async (n) => {
        const answer = await client.send('GET', paths[n % paths.length] ?? '')
        if (!answer.includes('"orderNumber"'))
          throw new Error(`Nothing was found at ${paths[n % paths.length]}.`)
      }
    },
  )

function someOrders(db: Database): Sold[] {
  const { id } = readStore(db)
  const last = db.prepare<[], number>('select max(rowid) from orders').pluck().get() ?? 0
  return db
    .prepare<[number, string], Sold>(
      `select o.order_number as orderNumber, o.customer_email_address as email,
        o.customer_first_name as firstName, o.customer_last_name as lastName,
        (select sku from order_lines where order_id = o.id limit 1) as sku, substr(o.created_at, 1, 10) as day
      from orders o where o.rowid % ? = 0 and o.store_id = ? and o.customer_email_address is not null
      order by random() limit ${SAMPLE}`,
    )
    .all(Math.max(1, Math.floor(last / SAMPLE / 4)), id)
}

import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { cancelOrder } from '../../../../core/checkout/cancel-order.ts'
import { placeOrder } from '../../../../core/checkout/place-order.ts'
import type { WriteDb } from '../../../../core/database/engine.ts'
import type { Context } from '../../../../core/operations/context.ts'
import { findStoreByCode } from '../../../../core/stores/store.repository.ts'
import { openPostgres } from '../../../support/engines.ts'
import { openShop } from '../../../support/shop.ts'
import { locationOf } from '../../../support/storage.ts'

/** How long whoever has locked a first row waits for the other to have one too, in milliseconds. */
const MEETING = 1500

/** Holds each up behind its first lock, until both have one or one of them must be waiting for the other. */
function meeting(): (db: WriteDb) => WriteDb {
  const both = Promise.withResolvers<undefined>()
  let locked = 0
  return (db) => {
    const run = db.run.bind(db)
    let isFirst = true
    db.run = async (query) => {
      const answer = await run(query)
      if (!isFirst || !query.sql.endsWith('for update')) return answer
      isFirst = false
      if (++locked === 2) both.resolve(undefined)
      setTimeout(() => both.resolve(undefined), MEETING)
      await both.promise
      return answer
    }
    return db
  }
}

it('an order is cancelled and placed again at once: one waits for the other, and neither for ever', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const { order, placing } = await clerk.anOrder()
  await clerk.post(`/orders/${order.id}/reopen`, { reason: 'once more' })
  const location = await locationOf(shop.dataDir)
  if (location.kind !== 'postgres') throw new Error('This is of PostgreSQL only.')
  const desks = await Promise.all([0, 1].map(async () => openPostgres(location.address)))
  onTestFinished(async () => void (await Promise.all(desks.map(async (desk) => desk.close()))))
  const store = await desks[0]?.read(async (db) => findStoreByCode(db, 'harbour'))
  const context = (): Context => ({
    clientId: '',
    storeId: store?.id ?? '',
    name: 'Test',
    scopes: new Set(['staff']),
    expires: shop.clock.read(),
    now: shop.clock.read(),
    ifMatch: undefined,
    changes: [],
  })
  const meet = meeting()
  const runs = { cancelled: 0, placed: 0 }
  const outcomes = await Promise.allSettled([
    desks[0]?.transact(async (db) => {
      runs.cancelled++
      await cancelOrder(meet(db), context(), order.id, { reason: null, refund: undefined })
    }),
    desks[1]?.transact(async (db) => {
      runs.placed++
      await placeOrder(meet(db), context(), placing)
    }),
  ])
  // Whoever is second sees what the first has done: a placed order may be cancelled, a cancelled one not placed.
  expect(outcomes[0]).toMatchObject({ status: 'fulfilled' })
  expect((await clerk.readOrder(order.id)).orderStatus.name).toBe('Cancelled')
  // A deadlock (40P01) ends one of two transactions, which is run again.
  expect(runs).toStrictEqual({ cancelled: 1, placed: 1 })
  expect(await deadlocksOf(location.address)).toBe(0)
}, 60_000)

async function deadlocksOf(address: string): Promise<number> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.deadlocks)
  } finally {
    await client.end()
  }
}

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openEngine } from '../../../../core/engines.ts'
import { openCore } from '../../../../core/index.ts'
import { inProcess } from '../../../support/caller.ts'
import { Clerk } from '../../../support/clerk.ts'
import { run } from '../../../support/command.ts'
import { openPostgres } from '../../../support/engines.ts'
import { waitersFor, writeElsewhere } from '../../../support/past-the-core.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { locationOf, optionsOf } from '../../../support/storage.ts'

const CART = { cultureCode: 'en-GB', currency: 'EUR' }

/** Whoever looks after the server of a shop. */
async function keeperOf(shop: Shop) {
  const location = await locationOf(shop.dataDir)
  if (location.kind !== 'postgres') throw new Error('The shop is in a file.')
  const client = new pg.Client({ connectionString: location.address })
  // The database may go before this does.
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(async () => client.end())
  return {
    address: location.address,
    run: async (sql: string) => void (await client.query(sql)),
    endSessions: async () =>
      void (await client.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )),
  }
}

const askedFor = { headers: { prefer: 'fault-codes' } }
const refusalOf = async (clerk: Clerk) => {
  const { body, headers, status } = await clerk.post('/carts', CART, askedFor)
  const { code } = (body as { errors: { code: string }[] }).errors[0] ?? {}
  return { status, code, retryAfter: headers['retry-after'] }
}
const healthOf = async (shop: Pick<Shop, 'anyone'>) =>
  (await shop.anyone.get('/health', {}, { prefer: 'fault-codes' })).body

it('a statement that the server has ended is not said to be in another program’s way', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const keeper = await keeperOf(shop)
  const end = await writeElsewhere(shop.dataDir, 'carts')
  const asking = refusalOf(clerk)
  await waitersFor(shop.dataDir, 1)
  await keeper.run(
    `select pg_cancel_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  expect(await asking).toStrictEqual({ status: 503, code: 'database.slow', retryAfter: '1' })
  await end()
  expect((await clerk.post('/carts', CART)).status).toBe(200)
})

it('where a desk uses all of its sessions itself, no other program is said to write', async () => {
  const shop = await openShop()
  const token = await shop.tokenOf(shop.credentials('staff'))
  const { address } = await keeperOf(shop)
  const engine = await openPostgres(address, { maxSessions: 1, patience: 1000 })
  const core = await openCore({ engine, clock: shop.clock.read })
  onTestFinished(async () => core.close())
  const there = new Clerk(inProcess(core.app), { authorization: `Bearer ${token}` }, 'harbour')
  expect((await there.post('/carts', CART)).status).toBe(200)
  const free = Promise.withResolvers<undefined>()
  const holding = engine.transact(async () => free.promise)
  expect(await refusalOf(there)).toStrictEqual({ status: 503, code: 'database.sessions', retryAfter: '1' })
  free.resolve(undefined)
  await holding
  expect((await there.post('/carts', CART)).status).toBe(200)
})

describe('a server that refuses', () => {
  it('every change, as one that is only read, is said to, and works again by itself', async () => {
    const shop = await openShop()
    const clerk = await shop.as('staff')
    const keeper = await keeperOf(shop)
    const { pathname } = new URL(keeper.address)
    const name = pathname.slice(1)
    await keeper.run(`alter database ${name} set default_transaction_read_only = on`)
    await keeper.endSessions()
    expect(await refusalOf(clerk)).toStrictEqual({ status: 503, code: 'database.read-only', retryAfter: '1' })
    expect(await healthOf(shop)).toMatchObject({ status: 'failing', database: 'failing' })
    expect((await clerk.get('/countries')).status).toBe(200)
    const create = ['client', 'create', '--store', 'harbour', '--name', 'Till', '--scope', 'storefront']
    const { code, stdout } = await run(...create, '--json', ...(await optionsOf(shop.dataDir)))
    expect([code, stdout]).toStrictEqual([1, expect.stringContaining('takes no changes at the moment')])
    await keeper.run(`alter database ${name} reset default_transaction_read_only`)
    await keeper.endSessions()
    expect((await clerk.post('/carts', CART)).status).toBe(200)
  })

  it.each([
    [
      'to let the desk in, as its password is another',
      `alter role % password 'two'`,
      `alter role % password 'one'`,
    ],
    ['the desk a right', 'revoke insert on carts from %', 'grant insert on carts to %'],
  ])('%s, is said to, and works again by itself', async (_what, refuse, admit) => {
    const shop = await openShop()
    const token = await shop.tokenOf(shop.credentials('staff'))
    const keeper = await keeperOf(shop)
    const role = `desk_${randomBytes(6).toString('hex')}`
    await keeper.run(`create role ${role} login password 'one'`)
    await keeper.run(`grant all on all tables in schema public to ${role}`)
    onTestFinished(async () => {
      await keeper.run(`drop owned by ${role}`)
      await keeper.run(`drop role ${role}`)
    })
    const address = Object.assign(new URL(keeper.address), { username: role, password: 'one' }).href
    const core = await openCore({
      engine: await openEngine({ kind: 'postgres', address }),
      clock: shop.clock.read,
    })
    onTestFinished(async () => core.close())
    const there = new Clerk(inProcess(core.app), { authorization: `Bearer ${token}` }, 'harbour')
    expect((await there.post('/carts', CART)).status).toBe(200)
    await keeper.run(refuse.replace('%', role))
    await keeper.endSessions()
    expect(await refusalOf(there)).toStrictEqual({ status: 503, code: 'database.refused', retryAfter: '1' })
    expect(await healthOf({ anyone: there })).toMatchObject({ status: 'failing', database: 'failing' })
    await keeper.run(admit.replace('%', role))
    expect((await there.post('/carts', CART)).status).toBe(200)
  })
})

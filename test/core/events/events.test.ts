import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { TokenResponse } from '../../../core/access/token.schema.ts'
import { statements } from '../../../core/database/statements.ts'
import { hashOf } from '../../../core/access/secrets.ts'
import { ManagedStoresAnswer } from '../../../core/store-settings/store-settings.schema.ts'
import { eventRoutes } from '../../../core/events/event.routes.ts'
import type { Services } from '../../../core/http/routes.ts'
import { createEventBus } from '../../../core/kernel/event-bus.ts'
import { run } from '../../support/command.ts'
import { inDatabase } from '../../support/data.ts'
import { hire, take, tokenOfDesk } from '../../support/desks.ts'
import { listen, listenWith } from '../../support/event-stream.ts'
import { openShop } from '../../support/shop.ts'
import { optionsOf } from '../../support/storage.ts'

const HOUR = 3_600_000

it('the stream of events tells of every change of a store’s carts and orders, when it is on disk (extension)', async () => {
  const shop = await openShop()
  const origin = await shop.listen()
  const [harbour, uptown] = [await listen(shop, origin), await listen(shop, origin, 'uptown')]
  const clerk = await shop.as('staff')
  const placing = await clerk.aCartReadyToPlace({ quantities: [1], shipping: null })
  const { paymentId } = (await clerk.post('/payments', placing)).body as { paymentId: string }
  await clerk.post(`/payments/${paymentId}/capture`)
  await expect.poll(() => harbour.sent.at(-1)?.event).toBe('order.changed')

  const { cartId } = placing
  for (const { data } of harbour.sent)
    expect(data).toStrictEqual({ id: cartId, version: expect.any(Number) as number })
  const placed = harbour.sent.findIndex(({ event }) => event === 'order.placed')
  expect(harbour.sent.slice(0, placed).every(({ event }) => event === 'cart.changed')).toBe(true)
  const versions = harbour.sent
    .filter(({ event }) => event === 'cart.changed')
    .map(({ data }) => data.version)
  expect(versions).toStrictEqual(versions.toSorted((a, b) => a - b))
  expect((await clerk.get(`/carts/${cartId}`)).headers.etag).toBe(`"${versions.at(-1) ?? 0}"`)
  expect(uptown.sent).toStrictEqual([])
})

it('a new cart and a copied order are told of, once', async () => {
  const shop = await openShop()
  const clerk = await shop.as('staff')
  const { order } = await clerk.anOrder({ quantities: [1], shipping: null })
  const listener = await listen(shop, await shop.listen())
  const cartId = await clerk.aCart()
  await expect
    .poll(() => listener.sent)
    .toStrictEqual([{ event: 'cart.changed', data: { id: cartId, version: 1 } }])
  const { cartId: copyId } = (await clerk.post(`/orders/${order.id}/cart`, {})).body as { cartId: string }
  const ofCopy = () => listener.sent.filter(({ data }) => data.id === copyId)
  await expect.poll(() => ofCopy().at(-1)?.data.version).toBeGreaterThan(2)
  expect(ofCopy().filter(({ data }) => data.version === 1)).toHaveLength(1)
})

it('what is refused is not told', async () => {
  const shop = await openShop()
  const origin = await shop.listen()
  const listener = await listen(shop, origin)
  const clerk = await shop.as('staff')
  const cartId = await clerk.aCart()
  await clerk.post(`/carts/${cartId}/lines`, { sku: 'NO-SUCH-SKU' })
  await clerk.patch(`/carts/${cartId}`, { customerId: cartId })
  await clerk.patch(`/carts/${cartId}`, { note: 'Told' })
  await expect.poll(() => listener.sent.at(-1)?.data.version).toBe(2)
  expect(listener.sent.filter(({ data }) => data.version === 2)).toHaveLength(1)
})

it('who looks orders up is told of orders and of the shop itself, and of nothing else', async () => {
  const shop = await openShop()
  const origin = await shop.listen()
  const listener = await listenWith(await shop.tokenOf(await shop.register({ scope: 'support' })), origin)
  const [admin, clerk] = [await shop.as('admin'), await shop.as('staff')]
  await hire(admin, 'Signe', 'support', '4321')
  const placing = await clerk.aCartReadyToPlace({ quantities: [1], shipping: null })
  const { paymentId } = (await clerk.post('/payments', placing)).body as { paymentId: string }
  await clerk.post(`/payments/${paymentId}/capture`)
  const { stores } = (await admin.get('/manage/stores')).ok(ManagedStoresAnswer)
  const id = stores.find(({ code }) => code === 'harbour')?.id ?? ''
  await admin.patch(`/manage/stores/${id}`, { city: 'Aarhus N' })
  await expect
    .poll(() => listener.sent.map(({ event, data }) => ({ event, noun: undefined, ...data })))
    .toStrictEqual([
      { event: 'order.placed', noun: undefined, id: placing.cartId, version: 1 },
      { event: 'order.changed', noun: undefined, id: placing.cartId, version: 2 },
      { event: 'record.changed', noun: 'store', id, version: expect.any(Number) as number },
    ])
})

it('a desk is told what the person may know who is at it now', async () => {
  const shop = await openShop()
  const origin = await shop.listen()
  const admin = await shop.as('admin')
  const owner = await hire(admin, 'Olga', 'owner', '2580')
  const support = await hire(admin, 'Signe', 'support', '4321')
  const token = await tokenOfDesk(shop)
  const desk = shop.withToken(token)
  await take(desk, support)
  const listener = await listenWith(token, origin)
  const nouns = () => listener.sent.map(({ event, data }) => (data as { noun?: string }).noun ?? event)
  const clerk = await shop.as('staff')
  await clerk.aCart()
  // That they may do more or less now, or somebody else has come: the console asks who is at it.
  await admin.patch(`/manage/staff/${support.staffId}`, { role: 'clerk' })
  await expect.poll(nouns).toStrictEqual(['staff-member'])
  await clerk.aCart()
  await expect.poll(nouns).toStrictEqual(['staff-member', 'cart.changed'])
  await take(desk, owner)
  await admin.patch(`/manage/staff/${support.staffId}`, { role: 'support' })
  await expect.poll(nouns).toStrictEqual(['staff-member', 'cart.changed', 'staff-member'])
  await take(desk, support)
  await clerk.aCart()
  await clerk.anOrder({ quantities: [1], shipping: null })
  await expect.poll(nouns).toContain('order.placed')
  expect(nouns().filter((noun) => noun === 'cart.changed')).toHaveLength(1)
})

it('the stream ends at once when whoever reads it hangs up', async () => {
  const shop = await openShop()
  const { port } = new URL(await shop.listen())
  const token = await shop.tokenOf(shop.credentials('staff'))
  const listener = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void listener.destroy())
  listener.write(
    `GET /api/v1/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  expect(String(await once(listener, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  listener.end()
  await expect.poll(() => listener.closed).toBe(true)
})

it('the stream ends when the core closes, and does not keep it from closing', async () => {
  const shop = await openShop()
  const origin = await shop.listen()
  const listener = await listen(shop, origin)
  const started = Date.now()
  await shop.core.close()
  expect(Date.now() - started).toBeLessThan(5000)
  await expect.poll(() => listener.ended).toBe(true)
})

describe('the stream of a token that has ended', () => {
  /** A listener with a token of its own client, one that stays, and a clerk who changes carts. */
  async function listeners(tokenSeconds = 300) {
    // What is done from time to time does not come between.
    const shop = await openShop({ looks: { first: HOUR, every: HOUR } })
    const clerk = await shop.as('staff')
    const cartId = await clerk.aCart()
    const origin = await shop.listen()
    const staying = await listenWith(
      await shop.tokenOf(await shop.register({ scope: 'staff', tokenSeconds: 86_400 })),
      origin,
    )
    const client = await shop.register({ scope: 'staff', tokenSeconds })
    const ending = await listenWith(await shop.tokenOf(client), origin)
    await clerk.patch(`/carts/${cartId}`, { note: 'For both' })
    await expect.poll(() => [ending, staying].map(({ sent }) => sent.length)).toStrictEqual([1, 1])
    /** Both hear of nothing more but the one who stays. */
    const changeUnheard = async (by = clerk): Promise<void> => {
      await by.patch(`/carts/${cartId}`, { note: 'Not for the one whose token has ended' })
      // That a client has been revoked is told, too, to whoever stays.
      const carts = (): unknown[] => staying.sent.filter(({ event }) => event === 'cart.changed')
      await expect.poll(() => carts().length).toBe(2)
      await expect.poll(() => ending.ended).toBe(true)
      expect(ending.sent).toHaveLength(1)
      expect(staying.ended).toBe(false)
    }
    return { shop, client, ending, staying, changeUnheard }
  }

  it('ends with its life', async () => {
    const { shop, ending, staying, changeUnheard } = await listeners(60)
    shop.clock.advance(59)
    await setTimeout(1500)
    expect(ending.ended).toBe(false)
    shop.clock.advance(1)
    await expect.poll(() => ending.ended, { timeout: 3000 }).toBe(true)
    expect(staying.ended).toBe(false)
    await changeUnheard()
  })

  it('tells of no change after that, however soon it comes', async () => {
    const { shop, changeUnheard } = await listeners(60)
    const clerk = await shop.as('staff')
    shop.clock.advance(60)
    await changeUnheard(clerk)
  })

  it('ends when its client is revoked over the API', async () => {
    const { shop, client, ending, changeUnheard } = await listeners()
    const admin = await shop.as('admin')
    expect((await admin.delete(`/clients/${client.clientId}`)).status).toBe(200)
    await changeUnheard()
    expect(ending.ended).toBe(true)
  })

  it('ends by itself when its client is revoked on the command line, by another process', async () => {
    const { shop, client, ending, staying, changeUnheard } = await listeners()
    const options = await optionsOf(shop.dataDir)
    expect(await run('client', 'revoke', client.clientId, ...options)).toMatchObject({ code: 0 })
    await expect.poll(() => ending.ended, { timeout: 3000 }).toBe(true)
    expect(staying.ended).toBe(false)
    await changeUnheard()
  })

  it('tells of no change after another process has revoked it, however soon that comes', async () => {
    const { shop, client, changeUnheard } = await listeners()
    await inDatabase(shop.dataDir, async (db) =>
      db
        .updateTable('clients')
        .set(({ ref }) => ({ revoked_at: ref('created_at') }))
        .where('id', '=', client.clientId)
        .execute(),
    )
    await changeUnheard()
  })

  it('ends with the family of its refresh token', async () => {
    const shop = await openShop()
    const origin = await shop.listen()
    const code = (await shop.core.consolePath()).slice('/?launch='.length)
    const grant = { grant_type: 'authorization_code', code, client_id: 'console' }
    const tokens = (await shop.anyone.post('/oauth/token', grant)).ok(TokenResponse)
    const listener = await listenWith(tokens.access_token, origin)
    const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: 'console' }
    expect((await shop.anyone.post('/oauth/token', again)).status).toBe(200)
    await setTimeout(1500)
    expect(listener.ended).toBe(false)
    expect((await shop.anyone.post('/oauth/token', again)).status).toBe(400)
    await expect.poll(() => listener.ended, { timeout: 3000 }).toBe(true)
  })

  it('is looked at without a statement a second, as long as nothing has changed', async () => {
    const { shop, ending } = await listeners()
    const seen: string[] = []
    const see = (message: unknown): void => void seen.push((message as { sql: string }).sql)
    statements.subscribe(see)
    onTestFinished(() => {
      statements.unsubscribe(see)
    })
    await setTimeout(2500)
    expect(seen).toStrictEqual([])
    expect(ending.ended).toBe(false)
    expect((await shop.anyone.get('/health')).status).toBe(200)
  })
})

it('a stream that nobody reads is closed instead of kept in memory', async () => {
  // The room alone: so many changes as it takes to fill what the system keeps for a connection take long to make.
  const events: Services['events'] = createEventBus((error) => expect.unreachable(String(error)))
  const app = Fastify()
  const principal = { clientId: 'c', storeId: 's', name: 'Test', scopes: new Set(['staff' as const]) }
  const token = { ...principal, expires: new Date(Date.now() + 3_600_000), revoked: false }
  app.decorateRequest('principal', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    request.principal = token
    done()
  })
  const database = { keptBy: () => new Map([[hashOf('x'), token]]), read: () => '' }
  eventRoutes(app, { database, events, clock: () => new Date() } as unknown as Services)
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  onTestFinished(async () => app.close())
  const unread = connect(Number(port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void unread.destroy())
  unread.write('GET /events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer x\r\n\r\n')
  const [head] = (await once(unread, 'data')) as [Buffer]
  expect(head.toString()).toMatch(/^HTTP\/1\.1 200 /)
  unread.pause()

  const connections = async () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  let sent = 0
  for (; sent < 1_000_000 && (await connections()) > 0; sent += 500) {
    for (let number = 0; number < 500; number++)
      events.publish({ type: 'cart.changed', id: 'x'.repeat(36), version: number, storeId: 's' })
    await nextTurn()
  }
  expect(sent).toBeGreaterThan(1000)
  expect(await connections()).toBe(0)
})

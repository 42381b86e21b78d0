import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { eventRoutes } from '../../../core/events/event.routes.ts'
import type { Services } from '../../../core/http/routes.ts'
import { createEventBus } from '../../../core/kernel/event-bus.ts'
import { listen } from '../../support/event-stream.ts'
import { openShop } from '../../support/shop.ts'

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

it('the stream ends when the core closes, and does not keep it from closing', async () => {
  const shop = await openShop()
  const origin = await shop.listen()
  const listener = await listen(shop, origin)
  const started = Date.now()
  await shop.core.close()
  expect(Date.now() - started).toBeLessThan(5000)
  await expect.poll(() => listener.ended).toBe(true)
})

it('a stream that nobody reads is closed instead of kept in memory', async () => {
  // The room alone: so many changes as it takes to fill what the system keeps for a connection take long to make.
  const events: Services['events'] = createEventBus((error) => expect.unreachable(String(error)))
  const app = Fastify()
  const principal = { clientId: 'c', storeId: 's', name: 'Test', scopes: new Set(['staff' as const]) }
  app.decorateRequest('principal', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    request.principal = { ...principal, expires: new Date(Date.now() + 3_600_000) }
    done()
  })
  eventRoutes(app, { events, clock: () => new Date() } as Services)
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  onTestFinished(async () => app.close())
  const unread = connect(Number(port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void unread.destroy())
  unread.write('GET /events HTTP/1.1\r\nhost: x\r\n\r\n')
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

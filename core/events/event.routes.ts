import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { contextOf } from '../access/context.ts'
import type { App, Services } from '../http/routes.ts'
import { ErrorBody } from '../http/schema.ts'

/** A line now and then keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT = 15_000
/** Texts that wait for a reader; one that does not keep up is let go and reads afresh when it comes back. */
const MAX_WAITING = 1000

/** Text, of which the answer is a stream. */
const EventStream = Type.Unsafe<Readable>(Type.String())

/** Server-sent events of the token's store, until the token ends or the reader leaves. */
export function eventRoutes(app: App, services: Services): void {
  const open = new Set<Readable>()
  app.addHook('preClose', (done) => {
    for (const stream of open) stream.push(null)
    done()
  })

  app.get(
    '/events',
    {
      config: { scope: 'staff' },
      schema: {
        summary: 'Watch carts and orders change',
        description:
          'Server-sent events `cart.changed`, `order.placed` and `order.changed`, each with `{id, version}`, sent when ' +
          'the change is on disk. The stream ends with the token; a client that comes back reads afresh.',
        tags: ['Extensions'],
        produces: ['text/event-stream'],
        response: { 200: EventStream, '4xx': ErrorBody, '5xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { storeId, expires, now } = contextOf(services, request)
      let waiting = 0
      const stream = new Readable({ read: () => (waiting = 0) })
      const send = (text: string): void => {
        if (++waiting > MAX_WAITING) stream.push(null)
        else stream.push(text)
      }
      const unsubscribe = services.events.subscribe((event) => {
        if (event.storeId !== storeId) return
        send(`event: ${event.type}\ndata: ${JSON.stringify({ id: event.id, version: event.version })}\n\n`)
      })
      const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT)
      const expiry = setTimeout(
        () => stream.push(null),
        Math.min(expires.getTime() - now.getTime(), 2 ** 31 - 1),
      )
      open.add(stream)
      stream.once('close', () => {
        unsubscribe()
        clearInterval(heartbeat)
        clearTimeout(expiry)
        open.delete(stream)
      })
      send(':\n\n')
      reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store')
      return Promise.resolve(stream)
    },
  )
}

import { Readable } from 'node:stream'
import { isInjection } from 'light-my-request'
import { Type } from 'typebox'
import { contextOf } from '../access/context.ts'
import type { App, Services } from '../http/routes.ts'
import { ErrorBody } from '../http/schema.ts'
import { Shares } from '../http/shares.ts'

/** A line now and then keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT = 15_000
/** Texts that wait for a reader; one that does not keep up is let go and reads afresh when it comes back. */
const MAX_WAITING = 1000
/** Streams of local programs; every change is sent to each of them. */
const MAX_STREAMS = 64

/** Text, of which the answer is a stream. */
const EventStream = Type.Unsafe<Readable>(Type.String())

/** Server-sent events of the token's store, until the token ends or the reader leaves. */
export function eventRoutes(app: App, services: Services): void {
  const ends = new Set<() => void>()
  const shares = new Shares(MAX_STREAMS)
  app.addHook('preClose', (done) => {
    for (const end of ends) end()
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
      const { clientId, storeId, expires, now } = contextOf(services, request)
      const isOfProgram = !isInjection(request.raw)
      const refusal = isOfProgram ? shares.take(clientId, 1) : undefined
      if (refusal) throw refusal
      let waiting = 0
      const stream = new Readable({ read: () => (waiting = 0) })
      const send = (text: string): void => {
        if (++waiting > MAX_WAITING) stream.destroy()
        else stream.push(text)
      }
      const unsubscribe = services.events.subscribe((event) => {
        if (event.storeId !== storeId) return
        send(`event: ${event.type}\ndata: ${JSON.stringify({ id: event.id, version: event.version })}\n\n`)
      })
      const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT)
      const stop = (): void => {
        unsubscribe()
        clearInterval(heartbeat)
        clearTimeout(expiry)
        ends.delete(end)
      }
      const end = (): void => {
        stop()
        stream.push(null)
      }
      const expiry = setTimeout(end, Math.min(expires.getTime() - now.getTime(), 2 ** 31 - 1))
      ends.add(end)
      stream.once('close', () => {
        stop()
        if (isOfProgram) shares.give(clientId, 1)
      })
      send(':\n\n')
      reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store')
      return Promise.resolve(stream)
    },
  )
}

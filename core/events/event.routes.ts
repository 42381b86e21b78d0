import { Readable } from 'node:stream'
import { isInjection } from 'light-my-request'
import { Type } from 'typebox'
import { tokenWatch, type TokenWatch } from '../access/authenticate.ts'
import type { Asked } from '../access/scopes.ts'
import type { App, Services } from '../http/routes.ts'
import { dataName } from '../database/settings.ts'
import { isForNoScreen, isOfAllStores, type StoreChange } from '../kernel/change.ts'
import { ErrorBody } from '../http/schema.ts'
import { endWithClient } from '../http/limits/connections.ts'
import { Shares } from '../http/limits/shares.ts'
import { contextOf } from '../operations/context.ts'

/** A line now and then keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT = 15_000
/** Texts that wait for a reader; one that does not keep up is let go and reads afresh when it comes back. */
const MAX_WAITING = 1000
/** Streams of local programs; every change is sent to each of them. */
const MAX_STREAMS = 64

/** Text, of which the answer is a stream. */
const EventStream = Type.Unsafe<Readable>(Type.String())

/** So often the tokens of all streams are looked at, in milliseconds: each is cached and costs no statement. */
const LOOK_EVERY = 1000

interface Stream {
  readonly storeId: string
  readonly watchToken: TokenWatch
  send(text: string): void
  end(): void
}

/** What somebody must be allowed to, to hear of a change: to read what has changed. */
function hearers({ type, noun }: StoreChange): readonly Asked[] {
  if (type.startsWith('order.') || noun === 'store') return ['staff', 'support']
  return noun === 'staff-member' ? ['staff', 'desk'] : ['staff']
}

/** Server-sent events of the token's store, until the token ends or the reader leaves. */
export function eventRoutes(app: App, services: Services): void {
  const streams = new Set<Stream>()
  const shares = new Shares(MAX_STREAMS)
  let looking: NodeJS.Timeout | undefined
  let told = Promise.resolve()

  /** Ends the streams whose token has ended, and tells the others what they may know. */
  async function visit(
    isMeant: (stream: Stream) => boolean,
    event?: { readonly asked: readonly Asked[]; readonly text: string },
  ): Promise<void> {
    for (const stream of streams) {
      if (!isMeant(stream)) continue
      const held = await stream.watchToken()
      // It may have ended meanwhile.
      if (!streams.has(stream)) continue
      if (!held) stream.end()
      else if (event?.asked.some((scope) => held.has(scope))) stream.send(event.text)
    }
  }

  function add(stream: Stream): void {
    streams.add(stream)
    looking ??= setInterval(() => void visit(() => true), LOOK_EVERY)
  }

  function remove(stream: Stream): void {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(looking)
    looking = undefined
  }

  function tell(change: StoreChange): void {
    if (isForNoScreen(change)) return
    const { storeId, type, noun, id, version } = change
    const asked = hearers(change)
    const text = `event: ${type}\ndata: ${JSON.stringify({ noun, id, version })}\n\n`
    // One event after another, also where a token has to be looked up.
    const isMeant = (stream: Stream): boolean => stream.storeId === storeId || isOfAllStores(change)
    told = told.then(async () => visit(isMeant, { asked, text }))
  }

  function endAll(): void {
    for (const stream of streams) stream.end()
  }

  services.events.subscribe(tell)
  // Whoever may have missed something comes back, and reads afresh.
  const listening = services.database.changes?.listen({ changed: tell, missed: endAll })
  services.database.safekeeping?.onReplaced(endAll)
  app.addHook('preClose', (done) => {
    listening?.()
    endAll()
    done()
  })

  app.get(
    '/events',
    {
      config: { scope: ['staff', 'support'] },
      schema: {
        operationId: 'watchEvents',
        summary: 'Watch carts, orders and records change',
        description:
          'Server-sent events `cart.changed`, `order.placed` and `order.changed`, each with `{id, version}`, and ' +
          '`record.changed` with `{noun, id, version}` for the records of the shop, such as `price-group`; sent when ' +
          'the change is on disk. `import.changed` and `export.changed` tell of a job that it has come further, in rows, or ' +
          'has ended, `till.changed` that a till was counted, opened, or something was put into it or taken out, ' +
          '`gift-card.changed` and `stock.changed` that something has happened to a card, or to how many there are of something, and ' +
          '`drawer.failed`, at its own desk alone, that the drawer should have opened and has not; `drawer.changed`, at its own desk ' +
          'and in all stores, that it hangs elsewhere. With the scope `support` alone it ' +
          'tells of orders and of the store’s own record only. The stream ends ' +
          'with its token, when that expires or is revoked; a client that comes back reads afresh. The header `Data-Name` is ' +
          'another one where a backup has been restored since: versions that are known from before are of something else then.',
        tags: ['Extensions'],
        produces: ['text/event-stream'],
        response: { 200: EventStream, '4xx': ErrorBody, '5xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { clientId, storeId } = contextOf(services, request)
      const watchToken = tokenWatch(services, request)
      const isOfProgram = !isInjection(request.raw)
      const refusal = isOfProgram ? shares.take(clientId, 1) : undefined
      if (refusal) throw refusal
      endWithClient(request.raw, reply.raw)
      let waiting = 0
      const body = new Readable({ read: () => (waiting = 0) })
      const send = (text: string): void => {
        if (++waiting > MAX_WAITING) body.destroy()
        else body.push(text)
      }
      const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT)
      const stop = (): void => {
        remove(stream)
        clearInterval(heartbeat)
      }
      const end = (): void => {
        stop()
        body.push(null)
      }
      const stream = { storeId, watchToken, send, end }
      add(stream)
      body.once('close', () => {
        stop()
        if (isOfProgram) shares.give(clientId, 1)
      })
      send(':\n\n')
      try {
        // Once it is among those that end with a restore: a name from before one is not told of what comes behind it.
        reply.header('data-name', await services.database.read(dataName))
      } catch (failure) {
        body.destroy()
        throw failure
      }
      reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store')
      return body
    },
  )
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { CommerceError } from '../../kernel/errors.ts'

/**
 * How long a client may take, in milliseconds. Headers and bodies of this machine's programs come at once; a desk that
 * sleeps in the middle of a request asks again anyway.
 */
export const timeouts = {
  // A missing Host is refused in the contract's form (`guardLocalAccess`).
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, requireHostHeader: false },
  requestTimeout: 30_000,
}

const closing = new CommerceError('ServiceUnavailable', 'closing', [
  { text: 'The server is shutting down; please try again.' },
])

/** Milliseconds that requests under way have to finish when the core closes. */
const LAST_REQUESTS = 2000

/**
 * Keeps no more connections than this. Where there are more, one gives way that has been sent nothing since it was last
 * looked at, the oldest first: ever so many that are silent, slow or unread cannot keep a newcomer out.
 * @param onEnd is told of each connection that has ended
 */
export function boundConnections(server: Server, max: number, onEnd: (socket: Socket) => void): void {
  /** How many bytes each had been sent when it was last looked at. */
  const sent = new Map<Socket, number>()

  server.on('connection', (socket: Socket) => {
    if (sent.size >= max) giveWay()
    sent.set(socket, 0)
    socket.once('close', () => {
      sent.delete(socket)
      onEnd(socket)
    })
  })

  function giveWay(): void {
    // What is put back at the end is looked at again, and then gives way at the latest.
    for (const [socket, before] of sent) {
      sent.delete(socket)
      const now = socket.bytesWritten
      if (now === before) {
        socket.destroy()
        return
      }
      sent.set(socket, now)
    }
  }
}

/**
 * Closes an idle connection only after what has come on it was heard: where the event loop was busy, a request may have
 * come in time and wait to be read, for timers are looked at before sockets. Its client would lose the answer.
 */
export function hearBeforeClosing(server: Server): void {
  server.on('timeout', (socket: Socket) => {
    const heard = socket.bytesRead
    setImmediate(() => {
      if (socket.bytesRead === heard) socket.destroy()
    })
  })
}

/**
 * Answers who closes their half of a connection once all is asked, as `nc -N` and some tills do: Node cuts such a client off
 * without a word, and what it has written stands there. Who is gone for good looks the same until something is sent to them.
 * @see endWithClient for what nobody may wait for that long
 */
export function answerHalfClosed(server: Server): void {
  // A property of Node's that its types and its manual leave out.
  Object.assign(server, { httpAllowHalfOpen: true })
}

/** Ends what takes long, or never ends by itself, with its client: one that closes its half of the connection is taken to be gone. */
export function endWithClient({ socket }: IncomingMessage, response: ServerResponse): void {
  const end = (): void => void socket.destroy()
  if (socket.readableEnded) end()
  socket.once('end', end)
  response.once('close', () => socket.off('end', end))
}

/**
 * Ends, a moment after closing has begun, what is still under way: a client that does not read must not hold it up.
 * @param moment milliseconds
 * @returns refuses what comes after closing has begun
 */
export function closeInTime(app: FastifyInstance, moment = LAST_REQUESTS): onRequestHookHandler {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    const timer = setTimeout(() => app.server.closeAllConnections(), moment).unref()
    app.server.once('close', () => clearTimeout(timer))
    done()
  })
  return (_request, reply, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(isClosing ? closing : undefined)
  }
}

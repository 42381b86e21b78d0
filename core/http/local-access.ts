import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInjection } from 'light-my-request'
import { CommerceError } from '../kernel/errors.ts'
import { goOn } from './hooks.ts'

/** The page of the desktop window; its requests come in process, never over the socket. */
const APP_ORIGIN = 'app://console'

/**
 * Keeps the API to this machine and to pages that may use it. A `Host` of another name is a DNS rebinding attack;
 * a foreign `Origin` is a page of somebody else in a browser on this machine.
 * @param isAllowedOrigin whether a client has allow-listed the origin of its pages
 */
export function guardLocalAccess(
  app: FastifyInstance,
  isAllowedOrigin: (origin: string) => Promise<boolean>,
): void {
  // Not asynchronous: this is the way of every request, and nearly none has anything to wait for.
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    // A connection that has been cut off has no address any more, and nobody waits for what was sent on it.
    if (request.raw.socket.destroyed) return
    if (!isOwnHost(request)) done(forbidden('host', 'This address answers under its own name only.'))
    else if (origin === undefined || isOwnOrigin(request, origin)) done()
    else goOn(admit(request, reply, origin), done)
  })

  async function admit(request: FastifyRequest, reply: FastifyReply, origin: string): Promise<boolean> {
    if (!(await isAllowedOrigin(origin)))
      throw forbidden('origin', 'Pages of this origin may not use this API.')
    return allowOrigin(request, reply, origin)
  }
}

function isOwnHost(request: FastifyRequest): boolean {
  if (isInjection(request.raw)) return true
  const port = String(request.socket.localPort)
  const host = request.headers.host
  return host === `127.0.0.1:${port}` || host === `localhost:${port}` || host === `[::1]:${port}`
}

function isOwnOrigin(request: FastifyRequest, origin: string): boolean {
  if (isInjection(request.raw)) return origin === APP_ORIGIN
  return origin === `http://${request.headers.host ?? ''}`
}

/** @returns whether that was all: the question of a browser before it asks */
function allowOrigin(request: FastifyRequest, reply: FastifyReply, origin: string): boolean {
  reply.header('access-control-allow-origin', origin).header('vary', 'origin')
  if (request.method !== 'OPTIONS') {
    reply.header('access-control-expose-headers', 'etag, retry-after, www-authenticate')
    return false
  }
  void reply
    .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
    .header('access-control-allow-headers', 'authorization, content-type, if-match, idempotency-key')
    .header('access-control-max-age', '600')
    .code(204)
    .send()
  return true
}

const forbidden = (what: string, text: string) => new CommerceError('Forbidden', `access.${what}`, [{ text }])

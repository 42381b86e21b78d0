import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { isInjection } from 'light-my-request'
import { badRequest, CommerceError } from '../kernel/errors.ts'
import { goOn } from './hooks.ts'

/** The page of the desktop window; its requests come in process, never over the socket. */
const APP_ORIGIN = 'app://console'

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin of a page that is not the console's; to be held against the client that asks. */
    pageOrigin: string | undefined
  }
  interface FastifyContextConfig {
    /** Takes no token, and looks itself whether the client that it is for has the page's origin on its list. */
    holdsOrigin?: boolean
  }
}

/** What every answer says to browsers: pages elsewhere may load nothing of it, not even to see that it is there. */
export const ISOLATION = { 'cross-origin-resource-policy': 'same-origin' } as const

/**
 * Keeps the API to this machine and to pages that may use it. A `Host` of another name is a DNS rebinding attack;
 * a foreign `Origin` is a page of somebody else in a browser on this machine. Which client's page it is, is seen where
 * the client is known: here it has to be on anybody's list, and the address one that knows its client.
 * @param clientOf finds a client that lives and has the origin on its list
 */
export function guardLocalAccess(
  app: FastifyInstance,
  clientOf: (origin: string) => object | undefined | Promise<object | undefined>,
): onRequestHookHandler {
  app.decorateRequest('pageOrigin', undefined)

  // Not asynchronous: this is the way of every request, and nearly none has anything to wait for.
  const guard: onRequestHookHandler = (request, reply, done) => {
    const { origin } = request.headers
    // A connection that has been cut off has no address any more, and nobody waits for what was sent on it.
    if (request.raw.socket.destroyed) return
    reply.headers(ISOLATION)
    const refusal = refusalOfStranger(request.raw)
    if (refusal) done(refusal)
    else if (origin === undefined || isOwnOrigin(request, origin)) done()
    else goOn(admit(request, reply, origin), done)
  }

  async function admit(request: FastifyRequest, reply: FastifyReply, origin: string): Promise<boolean> {
    if (!(await clientOf(origin))) throw foreignOrigin()
    if (request.method === 'OPTIONS') {
      void answerPreflight(reply, origin)
      return true
    }
    const { scope, holdsOrigin } = request.routeOptions.config
    if (scope === undefined && holdsOrigin !== true) throw foreignOrigin()
    request.pageOrigin = origin
    reply
      .header('access-control-allow-origin', origin)
      .header('vary', 'origin')
      .header('access-control-expose-headers', 'etag, idempotent-replayed, retry-after, www-authenticate')
    return false
  }

  return guard
}

/** Why a request is none of a program, or page, that knows where it asks; undefined where it may be. */
export function refusalOfStranger(request: IncomingMessage): CommerceError | undefined {
  if (isInjection(request)) return undefined
  const { host } = request.headers
  if (host === undefined) return badRequest('access.host', 'The header Host is missing.')
  if (!isOwnHost(request, host)) return forbidden('host', 'This address answers under its own name only.')
  return isLoadOfAnotherPage(request) ? foreignOrigin() : undefined
}

/** A page of another origin may not use what it has asked for. Takes back what has been said to browsers. */
export function refuseOrigin(reply: FastifyReply): CommerceError {
  reply.removeHeader('access-control-allow-origin')
  return foreignOrigin()
}

function isOwnHost(request: IncomingMessage, host: string): boolean {
  const port = String(request.socket.localPort)
  if (host === `127.0.0.1:${port}`) return true
  // Names of hosts are the same in capitals.
  return [`localhost:${port}`, `[::1]:${port}`].includes(host.toLowerCase())
}

function isOwnOrigin(request: FastifyRequest, origin: string): boolean {
  if (isInjection(request.raw)) return origin === APP_ORIGIN
  return origin === `http://${request.headers.host ?? ''}`
}

/**
 * Whether a browser asks for a page of another site, without saying which: for a picture, a script, a frame. A link that
 * somebody follows is none of that. Programs do not send these headers.
 */
function isLoadOfAnotherPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none' || headers.origin !== undefined)
    return false
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document'
}

/** The question of a browser before it asks. */
const answerPreflight = (reply: FastifyReply, origin: string): FastifyReply =>
  reply
    .header('access-control-allow-origin', origin)
    .header('vary', 'origin')
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    .header('access-control-allow-headers', 'authorization, content-type, if-match, idempotency-key, prefer')
    .header('access-control-max-age', '600')
    .code(204)
    .send()

const foreignOrigin = () => forbidden('origin', 'Pages of this origin may not use this API.')
const forbidden = (what: string, text: string) => new CommerceError('Forbidden', `access.${what}`, [{ text }])

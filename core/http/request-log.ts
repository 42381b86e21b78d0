import type { FastifyInstance, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import type { Clock } from '../kernel/clock.ts'
import { askedMethod } from './head.ts'
import { notedAddress } from './noted-address.ts'

/** So many requests are known; each one more takes the place of the oldest. */
const KEPT = 500
const MINUTE = 60_000
/** Characters of an address; of a longer one its beginning is kept. */
const MAX_PATH = 2000

declare module 'fastify' {
  interface FastifyRequest {
    /** When it came, in milliseconds of a clock that only goes forward. */
    cameAt: number
    /** The client that has got a token by it. */
    givenTo: string | undefined
  }
  interface FastifyContextConfig {
    /** Whoever looks at the requests asks here again and again: that is not noted. */
    isUnnoted?: boolean
  }
}

/** A request to the API that has been answered: nothing of its headers or bodies. */
export interface NotedRequest {
  /** Counted from the start of this process. */
  readonly number: number
  /** When it was answered, in milliseconds since 1970. */
  readonly at: number
  /** How long that took, in milliseconds. */
  readonly duration: number
  readonly method: string
  /** With what its query asked for, where all of that is known and the address needs a token. */
  readonly path: string
  readonly status: number
  /** Whose token it came with; undefined where it came with none that is good. */
  readonly clientId: string | undefined
  /** Who got a token by it. */
  readonly givenTo: string | undefined
}

/**
 * The last requests that this process has answered, and when each client last asked for something; in memory only. What
 * is noted takes the place of what was: however many come, it does not grow.
 */
export class RequestLog {
  readonly #ring: Mutable<NotedRequest>[] = []
  #count = 0
  readonly #uses = new Map<string, number>()

  /** How many have been noted since the process began. */
  get count(): number {
    return this.#count
  }

  note({ at, clientId, duration, givenTo, method, path, status }: Omit<NotedRequest, 'number'>): void {
    const noted = (this.#ring[this.#count % KEPT] ??= { ...NOTHING })
    this.#count++
    noted.number = this.#count
    noted.at = at
    noted.duration = duration
    noted.method = method
    noted.path = path
    noted.status = status
    noted.clientId = clientId
    noted.givenTo = givenTo
  }

  /** Notes that a client uses its token. */
  noteUse(clientId: string, at: number): void {
    this.#uses.set(clientId, at - (at % MINUTE))
  }

  /** Those that came after one, by its number; the newest first. */
  after(number: number): NotedRequest[] {
    return this.#ring
      .filter((noted) => noted.number > number)
      .sort((a, b) => b.number - a.number)
      .map((noted) => ({ ...noted }))
  }

  /** The minute in which clients have last used this process, in milliseconds since 1970. */
  get uses(): ReadonlyMap<string, number> {
    return this.#uses
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const NOTHING: NotedRequest = {
  number: 0,
  at: 0,
  duration: 0,
  method: '',
  path: '',
  status: 0,
  clientId: undefined,
  givenTo: undefined,
}

/**
 * What somebody put into a query by mistake, a token above all, is not kept: where a parameter is none that the schema
 * knows, or the address is one of those that give tokens, the query is left out.
 */
export function notedPath(request: FastifyRequest): string {
  const { query, routeOptions } = request
  const url = notedAddress(request)
  const mark = url.indexOf('?')
  if (mark < 0) return url.length > MAX_PATH ? url.slice(0, MAX_PATH) : url
  const { querystring } = (routeOptions.schema ?? {}) as { querystring?: { properties?: object } }
  const isKnown =
    url.length <= MAX_PATH &&
    routeOptions.config.scope !== undefined &&
    knows(querystring?.properties, query as object)
  return isKnown ? url : url.slice(0, Math.min(mark, MAX_PATH))
}

function knows(properties: object | undefined, query: object): boolean {
  if (!properties) return false
  for (const name in query) if (!Object.hasOwn(properties, name) && !name.startsWith('filters-')) return false
  return true
}

/** @returns hooks that note every answer of the API: first of all that see a request, and behind all that may change its answer */
export function noteRequests(
  app: FastifyInstance,
  { clock, requests }: { readonly clock: Clock; readonly requests: RequestLog },
): { readonly came: onRequestHookHandler; readonly answered: onSendHookHandler } {
  app.decorateRequest('cameAt', 0)
  app.decorateRequest('givenTo', undefined)
  return {
    came: (request, _reply, done) => {
      request.cameAt = performance.now()
      done()
    },
    answered: (request, reply, payload, done) => {
      const { config } = request.routeOptions
      if (config.isUnnoted !== true && config.goesAhead !== true && request.originalUrl.startsWith('/api/')) {
        const { cameAt, givenTo, principal } = request
        requests.note({
          at: clock().getTime(),
          duration: performance.now() - cameAt,
          method: askedMethod(request.raw),
          path: notedPath(request),
          status: reply.statusCode,
          clientId: principal?.clientId,
          givenTo,
        })
      }
      done(null, payload)
    },
  }
}

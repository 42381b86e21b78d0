import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { readCached } from '../database/cache.ts'
import { refuseOrigin } from '../http/local-access.ts'
import type { Services } from '../http/routes.ts'
import { badRequest, CommerceError, type ErrorKind } from '../kernel/errors.ts'
import type { Principal } from '../operations/context.ts'
import { findToken, isForgotten, type StoredToken } from './access.repository.ts'
import { withApproval } from './approved.ts'
import { findPerson } from './desk.repository.ts'
import { expandScopes, requireScope, ROLES, type Asked } from './scopes.ts'
import { hashOf } from './secrets.ts'

/** Says nothing of the access token. */
const NOT_TAKEN = 'approval.not-taken'

const bearer = /^Bearer +([\w.~+/-]+=*) *$/i

declare module 'fastify' {
  interface FastifyRequest {
    /** Digest of its bearer token, once that has been looked at. */
    tokenHash: string | undefined
  }
  interface FastifyContextConfig {
    /** The token needs one of these scopes; without this the address takes requests without a token. */
    scope?: Asked | readonly Asked[]
  }
}

/** What tells the programs behind requests, by tokens that have been used, or given out, before. */
export interface Programs {
  /** The program's token, by its digest. */
  readonly of: (request: FastifyRequest) => string | undefined
  /** The same where the connection has shown that token last, too. */
  readonly again: (request: IncomingMessage) => string | undefined
}

export function programs({ database }: Pick<Services, 'database'>): Programs {
  /** A known token that a connection has shown last, as it came, with its digest: most show the same again and again. */
  const shown = new WeakMap<Socket, { readonly header: string; readonly hash: string }>()

  const again: Programs['again'] = ({ headers, socket }) => {
    const last = shown.get(socket)
    return last?.header === headers.authorization ? last?.hash : undefined
  }
  return {
    again,
    of: (request) => {
      const { raw } = request
      const { authorization: header = '' } = raw.headers
      const known = again(raw)
      const hash = known ?? digestOf(header)
      if (hash === undefined) return undefined
      request.tokenHash = hash
      if (!database.keptBy(findToken)?.has(hash)) return undefined
      if (known === undefined) shown.set(raw.socket, { header, hash })
      return hash
    },
  }
}

const digestOf = (header: string): string | undefined => {
  const token = bearer.exec(header)?.[1]
  return token === undefined ? undefined : hashOf(token)
}

/**
 * Checks the bearer token of every route that asks for a scope, before its body is read (section 5). Missing,
 * malformed or unknown: 400. Expired or revoked: 401. Without the scope: 403.
 */
export function authenticate(
  app: FastifyInstance,
  { database, clock, requests }: Services,
): onRequestHookHandler {
  app.decorateRequest('principal', undefined)
  app.decorateRequest('tokenHash', undefined)

  // Not asynchronous: nearly every token is cached.
  const check: onRequestHookHandler = (request, reply, done) => {
    const { scope } = request.routeOptions.config
    if (scope === undefined) {
      done()
      return
    }
    const scopes = typeof scope === 'string' ? [scope] : scope
    const refuse = (error: unknown): void => {
      if (error instanceof CommerceError && error.code !== NOT_TAKEN)
        reply.header('www-authenticate', challengeOf(error, scopes.join(' ')))
      done(error as Error)
    }
    const admit = (found: StoredToken | undefined): void => {
      const { pageOrigin } = request
      if (found && pageOrigin !== undefined && !found.origins.includes(pageOrigin)) {
        done(refuseOrigin(reply))
        return
      }
      const { approval } = request.headers
      if (typeof approval === 'string') {
        admitApproved(request, found, approval, scopes).then(() => done(), refuse)
        return
      }
      try {
        request.principal = principalOf(found)
        requireScope(request.principal, scopes)
        requirePerson(request.principal, request.headers['desk-person'])
      } catch (error) {
        refuse(error)
        return
      }
      done()
    }
    try {
      const found = readCached(database, findToken, tokenHashOf(request))
      if (found instanceof Promise) found.then(admit, refuse)
      else admit(found)
    } catch (error) {
      refuse(error)
    }
  }

  /** What was approved at a desk is of no concern to whoever has come to it since. */
  async function admitApproved(
    request: FastifyRequest,
    found: StoredToken | undefined,
    token: string,
    scopes: readonly Asked[],
  ): Promise<void> {
    const { headers, routeOptions } = request
    const principal = (request.principal = principalOf(found))
    if (routeOptions.config.approvable !== true)
      throw badRequest(NOT_TAKEN, 'is nothing that this address takes', 'Approval')
    if (principal.desk?.isLocked === true) requireScope(principal, scopes)
    requirePerson(principal, headers['desk-person'])
    request.principal = await withApproval(database, request, principal, token, clock())
    requireScope(request.principal, scopes)
  }

  function principalOf(found: StoredToken | undefined): Principal {
    const now = clock()
    if (!found || isForgotten(found.expires, now))
      throw refused('BadRequest', 'unknown', 'The access token is not valid.')
    if (found.revoked) throw refused('Unauthorized', 'revoked', 'The access token has been revoked.')
    if (found.expires.getTime() <= now.getTime())
      throw refused('Unauthorized', 'expired', 'The access token has expired.')
    requests.noteUse(found.clientId, now.getTime())
    return {
      clientId: found.clientId,
      storeId: found.storeId,
      name: found.name,
      scopes: found.scopes,
      desk: found.desk,
      expires: found.expires,
    }
  }

  return check
}

/**
 * A console says who has begun what it sends: it may have been on its way while somebody else has taken the desk.
 * @throws CommerceError Forbidden where they are not at the desk any more
 */
function requirePerson({ desk }: Principal, begunBy: string | string[] | undefined): void {
  if (begunBy === undefined || !desk || desk.person?.id === begunBy) return
  if (desk.person || desk.isLocked)
    throw new CommerceError('Forbidden', 'desk.another', [
      { text: 'Whoever has begun it is not at the desk any more.' },
    ])
}

/**
 * For an answer that goes on after its request was admitted: what the token may do now. Known at once as long as nothing has
 * changed; undefined where it is no longer good for the address, or that cannot be found out.
 */
export function tokenWatch({ database, clock }: Services, request: FastifyRequest): TokenWatch {
  const hash = tokenHashOf(request)
  const asked = [request.routeOptions.config.scope ?? []].flat()
  const heldBy = (found: StoredToken | undefined): Held =>
    isGoodFor(found, asked, clock()) ? found.scopes : undefined
  return () => {
    try {
      const found = readCached(database, findToken, hash)
      return found instanceof Promise ? found.then(heldBy, () => undefined) : heldBy(found)
    } catch {
      return undefined
    }
  }
}

/**
 * For work that goes on when its request has been answered: whether whoever has begun it may still do so. Their token may
 * expire meanwhile, and their desk be locked or another's; but a client that is revoked, somebody who has left, and whoever may
 * do less than before may not.
 */
export function beginnerWatch({ database }: Services, request: FastifyRequest): () => Promise<boolean> {
  const hash = tokenHashOf(request)
  const asked = [request.routeOptions.config.scope ?? []].flat()
  const { desk, storeId } = request.principal ?? {}
  const has = (scopes: ReadonlySet<string>): boolean => asked.some((scope) => scopes.has(scope))
  return async () => {
    const found = await readCached(database, findToken, hash)
    if (!found || found.revoked) return false
    if (!desk) return has(found.scopes)
    const { person } = desk
    // A console without staff was whoever started it.
    if (!person || storeId === undefined) return true
    const now = await database.read(async (db) => findPerson(db, storeId, person.id))
    return now !== undefined && has(expandScopes(ROLES[now.role]))
  }
}

/**
 * Whether a token is good for an address now, without saying why not.
 * @param scopes of which the address needs one
 */
export const isGoodFor = (
  found: StoredToken | undefined,
  scopes: readonly string[],
  now: Date,
): found is StoredToken =>
  found !== undefined &&
  !found.revoked &&
  found.expires > now &&
  // A desk may have been locked, or taken by somebody who may not.
  scopes.some((scope) => (found.scopes as ReadonlySet<string>).has(scope))

type Held = StoredToken['scopes'] | undefined
export type TokenWatch = () => Held | Promise<Held>

/** @throws CommerceError BadRequest */
const tokenHashOf = ({ headers, tokenHash }: FastifyRequest): string =>
  tokenHash ?? hashOf(tokenOf(headers.authorization))

/** @throws CommerceError BadRequest */
function tokenOf(header: string | undefined): string {
  if (header === undefined) throw refused('BadRequest', 'missing', 'The access token is missing.')
  const token = bearer.exec(header)?.[1]
  if (token === undefined)
    throw refused('BadRequest', 'malformed', 'The Authorization header holds no bearer token.')
  return token
}

const refused = (kind: ErrorKind, code: string, text: string) =>
  new CommerceError(kind, `access.${code}`, [{ text }])

/** RFC 6750, section 3. */
function challengeOf({ kind, code, message }: CommerceError, scope: string): string {
  if (code === 'access.missing') return 'Bearer realm="Backcounter"'
  const error =
    kind === 'Forbidden'
      ? 'insufficient_scope'
      : code === 'access.malformed'
        ? 'invalid_request'
        : 'invalid_token'
  return `Bearer realm="Backcounter", error="${error}", error_description="${message}"${
    kind === 'Forbidden' ? `, scope="${scope}"` : ''
  }`
}

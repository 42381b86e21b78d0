import type { FastifyRequest } from 'fastify'
import type { Change, Services } from '../http/routes.ts'
import { CommerceError } from '../kernel/errors.ts'
import type { Scope } from './scopes.ts'

/** Who is behind a token. */
export interface Principal {
  readonly clientId: string
  readonly storeId: string
  /** How histories name it. */
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** When the token ends. */
  readonly expires: Date
}

/** What every operation knows of its request: who asks, for which store, when, and on which version. */
export interface Context extends Principal {
  readonly now: Date
  /** The `If-Match` of the request: the version of the cart that the caller has seen. */
  readonly ifMatch: string | undefined
  /** What an operation has changed; published once it is on disk. */
  readonly changes: Change[]
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | undefined
  }
  interface FastifyContextConfig {
    /** The token needs one of these scopes; without this the address takes requests without a token. */
    scope?: Scope | readonly Scope[]
  }
}

/**
 * The context of a request on a route that asks for a scope.
 * @param request authenticated already
 */
export function contextOf({ clock }: Services, request: FastifyRequest): Context {
  if (!request.principal) throw new Error(`The route ${request.routeOptions.url ?? ''} asks for no scope.`)
  return { ...request.principal, now: clock(), ifMatch: request.headers['if-match'], changes: [] }
}

/** @throws CommerceError Forbidden where the token lacks the scope */
export function requireScope(principal: Principal, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => principal.scopes.has(scope))) return
  throw new CommerceError('Forbidden', 'access.scope', [
    { text: `The access token lacks the scope ${scopes.join(' or ')}.` },
  ])
}

import type { FastifyRequest } from 'fastify'
import { read, transact, type ReadDb, type WriteDb } from '../database/database.ts'
import type { Services } from '../http/routes.ts'
import { CommerceError } from '../kernel/errors.ts'
import type { Scope } from './scopes.ts'

/** Who is behind a token. */
export interface Principal {
  readonly clientId: string
  readonly storeId: string
  /** How histories name it. */
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
}

/** What every operation knows of its request: who asks, for which store, when, and on which version. */
export interface Context extends Principal {
  readonly now: Date
  /** The `If-Match` of the request: the version of the cart that the caller has seen. */
  readonly ifMatch: string | undefined
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

/** The context of a request on a route that asks for a scope. */
export function contextOf({ clock }: Services, request: FastifyRequest): Context {
  if (!request.principal) throw new Error(`The route ${request.routeOptions.url ?? ''} asks for no scope.`)
  return { ...request.principal, now: clock(), ifMatch: request.headers['if-match'] }
}

/** Runs a reading operation for a request, on one consistent state. */
export const answerRead = async <T>(
  services: Services,
  request: FastifyRequest,
  operation: (db: ReadDb, context: Context) => Promise<T>,
): Promise<T> => read(services.database, async (db) => operation(db, contextOf(services, request)))

/** Runs a writing operation for a request, as one transaction. */
export const answerWrite = async <T>(
  services: Services,
  request: FastifyRequest,
  operation: (db: WriteDb, context: Context) => Promise<T>,
): Promise<T> => transact(services.database, async (db) => operation(db, contextOf(services, request)))

/** @throws CommerceError Forbidden where the token lacks the scope */
export function requireScope(principal: Principal, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => principal.scopes.has(scope))) return
  throw new CommerceError('Forbidden', 'access.scope', [
    { text: `The access token lacks the scope ${scopes.join(' or ')}.` },
  ])
}

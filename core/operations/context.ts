import type { FastifyRequest } from 'fastify'
import type { Role } from '../access/staff.table.ts'
import type { WriteDb } from '../database/engine.ts'
import type { Services } from '../http/routes.ts'
import type { Change } from '../kernel/change.ts'

/** Somebody of the store's staff. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** A console that is signed in. */
export interface Desk {
  /** All its tokens belong to it. */
  readonly grantId: string
  /** Who is at it; undefined where its store has no staff, or nobody has taken it. */
  readonly person: Person | undefined
  readonly isLocked: boolean
}

/** What somebody else has approved of a request: one write, which uses it up. */
export interface Approval {
  /**
   * Uses it up, within the write it is for.
   * @throws CommerceError Forbidden where it is used up by now
   */
  readonly use: (db: WriteDb, now: Date) => Promise<void>
}

/** Who asks: the program, or the person, behind a token. */
export interface Principal {
  readonly clientId: string
  readonly storeId: string
  /** How histories name it: a person with who has approved it, where somebody had to, as `Ava (✓ Mia)`. */
  readonly name: string
  readonly scopes: ReadonlySet<string>
  /** The console that asks, with who is at it; undefined for a program. */
  readonly desk?: Desk | undefined
  /** What of its scopes it has for this request alone. */
  readonly approval?: Approval | undefined
  /** When the token ends. */
  readonly expires: Date
}

/**
 * What every operation knows of its request: who asks, for which store, when, and on which version. Made anew for each
 * attempt: a transaction may have to run again.
 */
export interface Context extends Principal {
  readonly now: Date
  /** The `If-Match` of the request, on a route that heeds it: the version that the caller has seen of what is changed. */
  readonly ifMatch: string | undefined
  /** What this attempt has changed so far; the operation hands it on in its outcome. */
  readonly changes: Change[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined on routes that ask for no scope. */
    principal: Principal | undefined
  }
  interface FastifyContextConfig {
    /** Refused where what is changed is in another version than `If-Match` says: the operation asks `hasSeen`. */
    heedsIfMatch?: boolean
  }
}

/**
 * The context of a request on a route that asks for a scope.
 * @param request authenticated already
 */
export function contextOf({ clock }: Services, request: FastifyRequest): Context {
  if (!request.principal) throw new Error(`The route ${request.routeOptions.url ?? ''} asks for no scope.`)
  const { heedsIfMatch = false } = request.routeOptions.config
  const ifMatch = heedsIfMatch ? request.headers['if-match'] : undefined
  return { ...request.principal, now: clock(), ifMatch, changes: [] }
}

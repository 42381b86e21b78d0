import type { FastifyRequest } from 'fastify'
import type { Engine, WriteDb } from '../database/engine.ts'
import { CommerceError } from '../kernel/errors.ts'
import type { Principal } from '../operations/context.ts'
import { findApproval, useApproval, type StoredApproval } from './approval.repository.ts'
import { expandScopes, ROLES } from './scopes.ts'
import { hashOf } from './secrets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who lacks a scope for it may have it done by the `Approval` of somebody who has it. The route writes by `answerWrite`,
     * which uses it up.
     */
    approvable?: boolean
  }
}

/**
 * Whoever is at a desk, with what somebody else has approved of their request, for this one alone. A second request has it only
 * as the same again, by its `Idempotency-Key`: to be given the answer of the first, for what is done once more finds it used.
 * @param token the header `Approval`
 * @throws CommerceError Forbidden for one that is unknown, of another desk or of somebody else there, used up, too old, or of
 *   somebody who may not do it any more
 */
export async function withApproval(
  database: Pick<Engine, 'read'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  principal: Principal,
  token: string,
  now: Date,
): Promise<Principal> {
  const key = headers['idempotency-key']
  const keyHash = typeof key === 'string' ? hashOf(key) : null
  const found = await database.read(async (db) => findApproval(db, hashOf(token)))
  const { approver, scope, tokenHash } = requireGood(found, principal, keyHash, now)
  return {
    ...principal,
    name: withApprover(principal.name, approver.name),
    scopes: new Set([...principal.scopes, ...expandScopes([scope])]),
    approval: {
      use: async (db: WriteDb, at: Date) => {
        if (!(await useApproval(db, tokenHash, at, keyHash))) throw used()
      },
    },
  }
}

const withApprover = (name: string, approver: string): string => `${name} (✓ ${approver})`

/** Whether it was somebody who has done something, by how histories name them: with somebody's approval, or without. */
export const isDoneBy = (written: string, name: string): boolean =>
  written === name || (written.startsWith(`${name} (✓ `) && written.endsWith(')'))

function requireGood(
  found: StoredApproval | undefined,
  { desk }: Principal,
  keyHash: string | null,
  now: Date,
): StoredApproval {
  if (!found) throw refused('unknown', 'This approval is not known.')
  if (found.grantId !== desk?.grantId) throw refused('other-desk', 'This was approved at another desk.')
  if (found.askedBy !== desk.person?.id)
    throw refused('other-person', 'This was approved for somebody else than who is at the desk.')
  // What it was used for is done, whatever has become of it since.
  if (found.isUsed && keyHash !== null && found.usedKeyHash === keyHash) return found
  if (found.isUsed) throw used()
  if (found.expires <= now) throw refused('expired', 'The approval has expired: it is good for two minutes.')
  const { hasLeft, role } = found.approver
  if (hasLeft || !expandScopes(ROLES[role]).has(found.scope))
    throw refused('approver', 'Whoever has approved it may not do it any more.')
  return found
}

const used = (): CommerceError => refused('used', 'The approval has been used: it is good for one step.')

const refused = (code: string, text: string): CommerceError =>
  new CommerceError('Forbidden', `approval.${code}`, [{ text }])

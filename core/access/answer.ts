import type { FastifyReply, FastifyRequest } from 'fastify'
import { read, transact, type ReadDb, type WriteDb } from '../database/database.ts'
import type { Services } from '../http/routes.ts'
import { contextOf, type Context } from './context.ts'
import { findKeptAnswer, idempotencyKey, keepAnswer, sendKeptAnswer, type KeptAnswer } from './idempotency.ts'

/** Runs a reading operation for a request, on one consistent state, and answers what it returns. */
export const answerRead = async <T>(
  services: Services,
  request: FastifyRequest,
  operation: (db: ReadDb, context: Context) => Promise<T>,
): Promise<T> => read(services.database, async (db) => operation(db, contextOf(services, request)))

/** More addresses of lists than programs ask for; the oldest give way. */
const MAX_KEPT_ANSWERS = 300

/**
 * Like `answerRead`, for what depends on nothing but the store, the address and reference data: the answer is kept as it
 * is sent until some of that data changes.
 */
export async function answerReference<T extends object>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: (db: ReadDb, context: Context) => Promise<T>,
): Promise<T> {
  const context = contextOf(services, request)
  const name = `${context.storeId} ${request.url}`
  const body =
    services.database.keptBy(answerReference).get(name) ??
    (await read(services.database, async (db) => {
      const answer = Buffer.from(
        String(reply.serializeInput({ ...((await operation(db, context)) as object) }, '200')),
      )
      const kept = db.keptBy(answerReference)
      kept?.set(name, answer)
      if (kept && kept.size > MAX_KEPT_ANSWERS) kept.delete(kept.keys().next().value ?? '')
      return answer
    }))
  reply.type('application/json; charset=utf-8')
  // The bytes of the answer; the type is that of what it says.
  return body as T
}

/**
 * Runs a writing operation for a request, as one transaction, and answers what it returns. With an `Idempotency-Key`
 * the answer is kept in the same transaction: either both are on disk or neither is. What has changed is published
 * afterwards.
 * @param toKeep what of the answer may be kept, where it holds a secret
 */
export async function answerWrite<T extends object>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: (db: WriteDb, context: Context) => Promise<T>,
  toKeep: (answer: T) => T = (answer) => answer,
): Promise<T> {
  const context = contextOf(services, request)
  const key = idempotencyKey(request)
  const { answer, kept } = await transact<{ answer?: T; kept?: KeptAnswer }>(
    services.database,
    async (db) => {
      if (key === undefined) return { answer: await operation(db, context) }
      // Another request with the key may have come between the hook that looks first and this transaction.
      const earlier = await findKeptAnswer(db, context, request)
      if (earlier) return { kept: earlier }
      const result = await operation(db, context)
      const body = String(reply.serializeInput({ ...(toKeep(result) as object) }, '200'))
      await keepAnswer(db, context, request, { status: 200, etag: etagOf(reply), body })
      return { answer: result }
    },
  )
  if (kept) return sendKeptAnswer(reply, kept) as unknown as T
  for (const change of context.changes) services.events.publish({ ...change, storeId: context.storeId })
  return answer as T
}

const etagOf = (reply: FastifyReply): string | null => {
  const etag = reply.getHeader('etag')
  return typeof etag === 'string' ? etag : null
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { read, transact, type ReadDb, type WriteDb } from '../database/database.ts'
import { MAX_KEY } from '../database/remembered.ts'
import { JSON_TYPE } from '../http/json-bodies.ts'
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
 * is sent, and repeated (`repeatReferences`) until some of that data changes.
 */
export async function answerReference<T extends object>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: (db: ReadDb, context: Context) => Promise<T>,
): Promise<T> {
  const context = contextOf(services, request)
  const answer = await read(services.database, async (db) => {
    const text = String(reply.serializeInput({ ...((await operation(db, context)) as object) }, '200'))
    const bytes = Buffer.from(text)
    const kept = db.keptBy(answerReference)
    const name = keptName(context, request)
    if (name.length <= MAX_KEY) kept?.set(name, bytes)
    if (kept && kept.size > MAX_KEPT_ANSWERS) kept.delete(kept.keys().next().value ?? '')
    return bytes
  })
  reply.type(JSON_TYPE)
  // The bytes of the answer; the type is that of what it says.
  return answer as unknown as T
}

/** Repeats answers that are kept, before anything of a request is looked at but its token. */
export function repeatReferences(app: FastifyInstance, { database }: Services): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, principal } = request
    const kept =
      method === 'GET' && principal
        ? database.keptBy(answerReference).get(keptName(principal, request))
        : undefined
    if (kept === undefined) done()
    else void reply.type(JSON_TYPE).send(kept)
  })
}

const keptName = ({ storeId }: Pick<Context, 'storeId'>, { url }: FastifyRequest): string =>
  `${storeId} ${url}`

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

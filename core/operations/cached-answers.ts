import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { ReadDb } from '../database/engine.ts'
import { MAX_KEY } from '../database/cache.ts'
import { JSON_TYPE } from '../http/json-bodies.ts'
import type { Services } from '../http/routes.ts'
import { contextOf, type Context } from './context.ts'

/** More addresses of lists than programs ask for; the oldest give way. */
const MAX_KEPT_ANSWERS = 300

/**
 * Like `answerRead`, for what depends on nothing but the store, the address and reference data: the answer is kept as it
 * is sent, and repeated (`sendCachedAnswers`) until some of that data changes.
 */
export async function answerCached<T extends object>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: (db: ReadDb, context: Context) => Promise<T>,
): Promise<T> {
  const answer = await services.database.read(async (db) => {
    const context = contextOf(services, request)
    const found = await operation(db.ofReferences(), context)
    const text = String(reply.serializeInput({ ...(found as object) }, '200'))
    const bytes = Buffer.from(text)
    const kept = db.keptBy(answerCached)
    const name = keptName(context, request)
    if (name.length <= MAX_KEY) kept?.set(name, bytes)
    if (kept && kept.size > MAX_KEPT_ANSWERS) kept.delete(kept.keys().next().value ?? '')
    return bytes
  }, request.principal?.storeId)
  reply.type(JSON_TYPE)
  // The bytes of the answer; the type is that of what it says.
  return answer as unknown as T
}

/** @returns sends an answer that is cached, before anything of a request is looked at but its token */
export const sendCachedAnswers =
  ({ database }: Services): onRequestHookHandler =>
  (request, reply, done) => {
    const { method, principal } = request
    const kept =
      method === 'GET' && principal
        ? database.keptBy(answerCached, principal.storeId)?.get(keptName(principal, request))
        : undefined
    if (kept === undefined) done()
    else void reply.type(JSON_TYPE).send(kept)
  }

const keptName = ({ storeId }: Pick<Context, 'storeId'>, { url }: FastifyRequest): string =>
  `${storeId} ${url}`

import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { ReadDb } from '../database/engine.ts'
import { MAX_KEY } from '../database/cache.ts'
import { JSON_TYPE } from '../http/json-bodies.ts'
import { ISOLATION } from '../http/local-access.ts'
import { notedPath } from '../http/request-log.ts'
import type { Services } from '../http/routes.ts'
import { contextOf, type Context } from './context.ts'

/** More addresses of lists than programs ask for; the oldest give way. */
const MAX_KEPT_ANSWERS = 300

/** An answer as it is sent, with what has to be known to send it again. */
export interface CachedAnswer {
  readonly bytes: Buffer
  /** Names and values, one after the other. */
  readonly headers: string[]
  /** Of which its address needs one. */
  readonly scopes: readonly string[]
  /** Its address, as it is noted. */
  readonly path: string
}

/**
 * Like `answerRead`, for what depends on nothing but the store, the address and reference data: the answer is kept as it
 * is sent, and repeated (`sendCachedAnswers`, `repeatAtOnce`) until some of that data changes.
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
    const name = keptName(context, request.url)
    if (name.length <= MAX_KEY) kept?.set(name, cachedAnswer(request, bytes))
    if (kept && kept.size > MAX_KEPT_ANSWERS) kept.delete(kept.keys().next().value ?? '')
    return bytes
  }, request.principal?.storeId)
  reply.type(JSON_TYPE)
  // The bytes of the answer; the type is that of what it says.
  return answer as unknown as T
}

const cachedAnswer = (request: FastifyRequest, bytes: Buffer): CachedAnswer => ({
  bytes,
  headers: [
    ...Object.entries(ISOLATION).flat(),
    ...['content-type', JSON_TYPE, 'content-length', String(bytes.length)],
  ],
  scopes: [request.routeOptions.config.scope ?? []].flat(),
  path: notedPath(request),
})

/** @returns sends an answer that is cached, before anything of a request is looked at but its token */
export const sendCachedAnswers =
  (services: Services): onRequestHookHandler =>
  (request, reply, done) => {
    const { method, principal } = request
    const kept =
      method === 'GET' && principal ? findCachedAnswer(services, principal, request.url) : undefined
    if (kept === undefined) done()
    else void reply.type(JSON_TYPE).send(kept.bytes)
  }

/** The answer of an address to a store's programs, where it is cached. */
export const findCachedAnswer = (
  { database }: Pick<Services, 'database'>,
  program: Pick<Context, 'storeId'>,
  url: string,
): CachedAnswer | undefined =>
  database.keptBy(answerCached, program.storeId)?.get(keptName(program, url)) as CachedAnswer | undefined

const keptName = ({ storeId }: Pick<Context, 'storeId'>, url: string): string => `${storeId} ${url}`

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { etagOf } from '../http/etag.ts'
import type { Services } from '../http/routes.ts'
import type { Change } from '../kernel/change.ts'
import { contextOf, type Context } from './context.ts'
import { claimKey, claimKeyOfWork, fillClaim, sendKeptAnswer, whenDone } from './idempotency.ts'

/** What a writing operation has done. */
export interface Outcome<T> {
  /** What is answered. */
  readonly value: T
  /** The version of what it is about, as it is now: the `ETag`. */
  readonly version?: number
  /** What others may want to know of, once it is on disk. */
  readonly changes?: readonly Change[]
}

/** Runs a reading operation for a request, on one consistent state, and answers what it returns. */
export const answerRead = async <T>(
  services: Services,
  request: FastifyRequest,
  operation: (db: ReadDb, context: Context) => Promise<T>,
): Promise<T> =>
  services.database.read(
    async (db) => operation(db, contextOf(services, request)),
    request.principal?.storeId,
  )

/**
 * Runs a writing operation for a request, as one transaction, and answers its value. With an `Idempotency-Key` the
 * transaction begins by claiming the key and ends by keeping the answer: all of it is on disk or nothing is. What somebody
 * has approved is used up with it. The `ETag` is set and changes are published afterwards.
 * @param operation may be run again, on a state of its own: it writes to nothing but the database and its context, and
 *   what it has to say is in its outcome
 * @param toKeep what of the answer may be kept, where it holds a secret
 */
export async function answerWrite<T extends object>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: (db: WriteDb, context: Context) => Promise<Outcome<T>>,
  toKeep: (value: T) => T = (value) => value,
): Promise<T> {
  const key = request.idempotencyKey
  const about = { storeId: request.principal?.storeId, isKnownAgain: key !== undefined }
  /** What an attempt has kept with the key, should nobody be able to tell whether it lasts. */
  let attempt: { readonly outcome: Outcome<T>; readonly body: string } | undefined
  const { kept, outcome } = await services.database.transact(async (db) => {
    const context = contextOf(services, request)
    if (key === undefined) return { outcome: await approved(db, context, operation) }
    // Another request with the key may have come between the hook that looks first and this transaction.
    const kept = await claimKey(db, key, context.now)
    if (kept && kept.body === attempt?.body) return { outcome: attempt.outcome }
    if (kept) return { kept }
    const outcome = await approved(db, context, operation)
    const value = toKeep(outcome.value)
    const body = String(reply.serializeInput({ ...(value as object) }, '200'))
    await fillClaim(db, key, { status: 200, etag: etagFor(outcome) ?? null, body }, value)
    attempt = { outcome, body }
    return { outcome }
  }, about)
  if (kept) {
    await whenDone(request, kept)
    return sendKeptAnswer(reply, kept) as unknown as T
  }
  const { changes = [], value } = outcome
  const etag = etagFor(outcome)
  if (etag !== undefined) reply.header('etag', etag)
  const storeId = request.principal?.storeId ?? ''
  for (const change of changes) services.events.publish({ ...change, storeId })
  return value
}

/** What was approved is used up last: a write that is refused for something else leaves it good, and says why it is. */
async function approved<T>(
  db: WriteDb,
  context: Context,
  operation: (db: WriteDb, context: Context) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcome = await operation(db, context)
  await context.approval?.use(db, context.now)
  return outcome
}

/**
 * Begins work that takes longer than its request, and answers what there is to say of it by then: 202. With an
 * `Idempotency-Key` it is begun once; whoever comes again is answered of the same work, as long as the key is kept.
 * @param begin is called once, though the transaction that keeps its answer may run again. The work waits for what `isKept`
 *   says: where the answer could not be kept, the request is refused, and nothing may come of it
 * @param key of the request, where its body is a file
 */
export async function answerBegun<T extends object>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  begin: (isKept: Promise<boolean>) => T,
  key = request.idempotencyKey,
): Promise<T> {
  void reply.code(202)
  if (key === undefined) return begin(Promise.resolve(true))
  const keeping = Promise.withResolvers<boolean>()
  const about = { storeId: request.principal?.storeId, isKnownAgain: true }
  let begun: { readonly value: T; readonly body: string } | undefined
  try {
    const done = await services.database.transact(async (db) => {
      const kept = await claimKeyOfWork(db, key, contextOf(services, request).now, request)
      if (kept && kept.body !== begun?.body) return { kept }
      if (begun === undefined) {
        const value = begin(keeping.promise)
        begun = { value, body: String(reply.serializeInput({ ...(value as object) }, '202')) }
      }
      const { body, value } = begun
      if (!kept) await fillClaim(db, key, { status: 202, etag: null, body }, value)
      return { value }
    }, about)
    if (done.kept) return sendKeptAnswer(reply, done.kept) as unknown as T
    keeping.resolve(true)
    return done.value
  } finally {
    // Says nothing where it is kept: that has been said.
    keeping.resolve(false)
  }
}

const etagFor = ({ version }: Outcome<unknown>): string | undefined =>
  version === undefined ? undefined : etagOf(version)

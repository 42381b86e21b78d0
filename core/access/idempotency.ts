import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { read, transact, type ReadDb, type WriteDb } from '../database/database.ts'
import { JSON_TYPE } from '../http/json-bodies.ts'
import type { Services } from '../http/routes.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, conflict } from '../kernel/errors.ts'
import { goOn } from '../http/hooks.ts'
import { contextOf, type Context } from './context.ts'

const KEPT_MILLISECONDS = 24 * 3600 * 1000
const MAX_KEY_LENGTH = 255
const REPLAYED = 'idempotent-replayed'

/** An answer that is given again. */
export interface KeptAnswer {
  readonly status: number
  readonly etag: string | null
  /** JSON as it was sent. */
  readonly body: string
}

/** The `Idempotency-Key` of a POST on a route that asks for a scope. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || !request.principal || typeof key !== 'string') return undefined
  return key
}

/**
 * Gives the first answer to a key again for 24 hours (decisions, payment and order). Answers to requests that change
 * something are kept with the change itself (`answerWrite`); refusals are kept here; server errors and "too many" are not,
 * so that trying again can help.
 */
export function replayAnswers(app: FastifyInstance, services: Services): void {
  app.addHook('preValidation', (request, reply, done) => {
    const key = idempotencyKey(request)
    if (key === undefined) done()
    else goOn(replay(request, reply, key), done)
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const isRefusal = reply.statusCode >= 400 && reply.statusCode < 500 && reply.statusCode !== 429
    const key = idempotencyKey(request)
    const isKept = reply.hasHeader(REPLAYED)
    // Whose body has not been read was not looked at: it is looked at when it comes again.
    const isRead = request.bytes !== undefined
    if (!isRefusal || !isRead || isKept || key === undefined || !isUsable(key) || typeof payload !== 'string')
      done()
    else {
      keepRefusal(request, reply.statusCode, payload)
        // It is a refusal all the same: where it cannot be kept, it is made again when the request comes again.
        .catch((error: unknown) => {
          services.condition.note(error)
          request.log.error({ err: error }, 'a refusal could not be kept')
        })
        .finally(done)
    }
  })

  async function replay(request: FastifyRequest, reply: FastifyReply, key: string): Promise<boolean> {
    if (!isUsable(key)) {
      throw badRequest('idempotency.key', `must have 1 to ${MAX_KEY_LENGTH} characters`, 'Idempotency-Key')
    }
    const context = contextOf(services, request)
    const kept = await read(services.database, async (db) => findKeptAnswer(db, context, request))
    if (kept) void sendKeptAnswer(reply, kept)
    return kept !== undefined
  }

  async function keepRefusal(request: FastifyRequest, status: number, body: string): Promise<void> {
    const context = contextOf(services, request)
    await transact(services.database, async (db) =>
      keepAnswer(db, context, request, { status, etag: null, body }),
    )
  }
}

const isUsable = (key: string): boolean => key !== '' && key.length <= MAX_KEY_LENGTH

/** @throws CommerceError Conflict where the key came with another request */
export async function findKeptAnswer(
  db: ReadDb,
  { clientId, now }: Context,
  request: FastifyRequest,
): Promise<KeptAnswer | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('idempotency_key', '=', idempotencyKey(request) ?? '')
    .where('created_at', '>=', oldestKept(now))
    .executeTakeFirst()
  if (row && row.fingerprint !== fingerprintOf(request)) {
    throw conflict('idempotency.reused', 'has been used with another request', 'Idempotency-Key')
  }
  return row
}

/** Keeps an answer where none is kept yet, and forgets those that are too old. */
export async function keepAnswer(
  db: WriteDb,
  { clientId, now }: Context,
  request: FastifyRequest,
  answer: KeptAnswer,
): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldestKept(now)).execute()
  await db
    .insertInto('idempotency_keys')
    .values({
      ...answer,
      client_id: clientId,
      idempotency_key: idempotencyKey(request) ?? '',
      fingerprint: fingerprintOf(request),
      created_at: timestamp(now),
    })
    .onConflict((existing) => existing.doNothing())
    .execute()
}

export function sendKeptAnswer(reply: FastifyReply, { status, etag, body }: KeptAnswer): FastifyReply {
  if (etag !== null) reply.header('etag', etag)
  return reply
    .code(status)
    .header(REPLAYED, 'true')
    .header('content-type', JSON_TYPE)
    .serializer((text: string) => text)
    .send(body)
}

const oldestKept = (now: Date): string => timestamp(new Date(now.getTime() - KEPT_MILLISECONDS))

/** Of the request as it came, which is why the same has to come again, byte for byte. */
const fingerprintOf = ({ bytes, method, url }: FastifyRequest): string =>
  createHash('sha256')
    .update(`${method} ${url}\n`)
    .update(bytes ?? '')
    .digest('hex')

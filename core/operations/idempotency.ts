import { createHash } from 'node:crypto'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onSendHookHandler,
  preValidationHookHandler,
} from 'fastify'
import type { ReadDb, WriteDb } from '../database/engine.ts'
import { prepared } from '../database/queries/prepared.ts'
import { goOn } from '../http/hooks.ts'
import { JSON_TYPE } from '../http/json-bodies.ts'
import type { Services } from '../http/routes.ts'
import { timestamp } from '../kernel/clock.ts'
import { badRequest, conflict } from '../kernel/errors.ts'
import { AT_ONCE, presentOf, type Sweep } from './sweep.ts'

export const KEPT_MILLISECONDS = 24 * 3600 * 1000
const MAX_KEY_LENGTH = 255
const REPLAYED = 'idempotent-replayed'

/** An `Idempotency-Key` and the request that it came with. */
export interface Key {
  readonly clientId: string
  readonly key: string
  /** Of the request as it came, which is why the same has to come again, byte for byte. */
  readonly fingerprint: string
}

/** An answer that is given again. Its body is JSON as it was sent. */
export type KeptAnswer = Readonly<{ status: number; etag: string | null; body: string }>

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of a POST on a route that asks for a scope, unless its body is a file, which is still to be read. */
    idempotencyKey: Key | undefined
  }
  interface FastifyContextConfig {
    /** Whether work that the route has begun has failed on our side, or is not known here any more, by its id: it is begun again. */
    isLost?: (id: string) => boolean
    /**
     * What a route still does in this process after its answer was kept, by the id of what is answered: who comes again with
     * the key waits for it, and is refused as it is where it fails.
     */
    underWay?: (id: string) => Promise<unknown> | undefined
  }
}

function keyOf(request: FastifyRequest, content = request.bytes): Key | undefined {
  const { headers, method, principal, url } = request
  const key = headers['idempotency-key']
  if (method !== 'POST' || !principal || typeof key !== 'string' || !content) return undefined
  const fingerprint = createHash('sha256').update(`${method} ${url}\n`).update(content).digest('hex')
  return { clientId: principal.clientId, key, fingerprint }
}

/**
 * The key of a request whose body is a file: whoever has read that can tell whether it is the same again.
 * @param digest of the file
 * @throws CommerceError BadRequest for what is no key
 */
export function keyOfFile(request: FastifyRequest, digest: Buffer): Key | undefined {
  const key = keyOf(request, digest)
  if (key) requireUsable(key)
  return key
}

/** The hooks by which a key is answered once. */
export interface ReplayHooks {
  /** For `preValidation`: who has been answered before is answered the same. */
  readonly replayFirst: preValidationHookHandler
  /** For `onSend`. */
  readonly keepRefusals: onSendHookHandler
}

/**
 * Gives the first answer to a key again for 24 hours (decisions, payment and order). Answers to requests that change
 * something are kept with the change itself (`answerWrite`); refusals are kept here; server errors and "too many" are not,
 * so that trying again can help.
 */
export function replayAnswers(app: FastifyInstance, services: Services): ReplayHooks {
  const { clock, condition, database } = services
  app.decorateRequest('idempotencyKey', undefined)

  const replayFirst: preValidationHookHandler = (request, reply, done) => {
    const key = (request.idempotencyKey = keyOf(request))
    if (key === undefined) done()
    else goOn(replay(reply, key), done)
  }

  const keepRefusals: onSendHookHandler = (request, reply, payload, done) => {
    const isRefusal = reply.statusCode >= 400 && reply.statusCode < 500 && reply.statusCode !== 429
    // Whose body has not been read was not looked at: it has no key yet, and is looked at when it comes again.
    const key = isRefusal ? (request.idempotencyKey ?? keyOf(request)) : undefined
    const isKept = reply.hasHeader(REPLAYED)
    if (isKept || key === undefined || !isUsable(key) || typeof payload !== 'string') done()
    else {
      const etag = reply.getHeader('etag')
      keepRefusal(key, {
        status: reply.statusCode,
        etag: typeof etag === 'string' ? etag : null,
        body: payload,
      })
        // It is a refusal all the same: where it cannot be kept, it is made again when the request comes again.
        .catch((error: unknown) => {
          condition.note(error)
          request.log.error({ err: error }, 'a refusal could not be kept')
        })
        .finally(done)
    }
  }

  async function replay(reply: FastifyReply, key: Key): Promise<boolean> {
    requireUsable(key)
    const kept = await database.read(async (db) => findAnswer(db, key))
    // What is lost is begun again by its route.
    if (kept === undefined || isLost(reply.request, key, kept)) return false
    // What only the clock of this desk takes for old is not: another's is right, and the order is there.
    if (isOld(kept, clock()) && isOld(kept, await presentOf(services))) {
      await database.transact(async (db) => forget(db, key, kept))
      return false
    }
    const answer = answerTo(key, kept)
    await whenDone(reply.request, answer)
    void sendKeptAnswer(reply, answer)
    return true
  }

  async function keepRefusal(key: Key, answer: KeptAnswer): Promise<void> {
    await database.transact(async (db) => claim(db, key, clock(), answer))
  }

  return { replayFirst, keepRefusals }
}

const isUsable = ({ key }: Key): boolean => key !== '' && key.length <= MAX_KEY_LENGTH

function requireUsable(key: Key): void {
  if (isUsable(key)) return
  throw badRequest('idempotency.key', `must have 1 to ${MAX_KEY_LENGTH} characters`, 'Idempotency-Key')
}

/**
 * Claims a key for the transaction that it begins. Whoever comes with it meanwhile waits, and then finds the answer.
 * @returns the answer of another request that has had the key; undefined where it is claimed now
 * @throws CommerceError Conflict where the key came with another request
 */
export async function claimKey(db: WriteDb, key: Key, now: Date): Promise<FoundAnswer | undefined> {
  if (await claim(db, key, now, NOT_ANSWERED)) return undefined
  const kept = await findAnswer(db, key)
  if (!kept) throw conflict('idempotency.busy', 'is in use by another request', 'Idempotency-Key')
  return answerTo(key, kept)
}

/** As `claimKey`, for work that goes on behind its answer: the answer of work that is lost does not count. */
export async function claimKeyOfWork(
  db: WriteDb,
  key: Key,
  now: Date,
  request: FastifyRequest,
): Promise<FoundAnswer | undefined> {
  const kept = await findAnswer(db, key)
  if (kept && isLost(request, key, kept)) await forget(db, key, kept)
  return claimKey(db, key, now)
}

/** Whether the same request has begun work that is to be begun again. */
const isLost = (
  { routeOptions }: FastifyRequest,
  { fingerprint }: Key,
  { fingerprint: known, record_id, status }: FoundAnswer,
): boolean =>
  fingerprint === known &&
  status === 202 &&
  record_id !== null &&
  routeOptions.config.isLost?.(record_id) === true

/** What a claim holds until its transaction fills it in, which nobody else ever sees, and what is left of an answer that is erased. */
const NOT_ANSWERED: KeptAnswer = { status: 0, etag: null, body: '' }

/** @returns whether nobody has the key */
async function claim(db: WriteDb, key: Key, now: Date, answer: KeptAnswer): Promise<boolean> {
  return (await claims.first(db, { ...key, ...answer, date: timestamp(now) })) !== undefined
}

type Texts<Name extends string> = Readonly<Record<Name, string>>

const claims = prepared((db, row: Texts<'clientId' | 'key' | 'fingerprint' | 'date'> & KeptAnswer) =>
  db
    .insertInto('idempotency_keys')
    .values({
      client_id: row.clientId,
      idempotency_key: row.key,
      fingerprint: row.fingerprint,
      status: row.status,
      etag: row.etag,
      body: row.body,
      created_at: row.date,
      ...NOBODY,
    })
    .onConflict((existing) => existing.columns(['client_id', 'idempotency_key']).doNothing())
    .returning('client_id'),
)

/** Whom and what an answer tells of, by their ids. */
type Subjects = Readonly<Record<'record_id' | 'customer_id', string | null>>

const NOBODY: Subjects = { record_id: null, customer_id: null }

/** Of whom and of what an answer tells: orders, carts and customers are answered with their ids, orders with their customer's. */
function subjectsOf(value: object): Subjects {
  const { customer, id, miniCart } = value as Readonly<
    Partial<Record<'customer' | 'miniCart', { id: string } | null>>
  > & { readonly id?: string }
  return { record_id: id ?? miniCart?.id ?? null, customer_id: customer?.id ?? null }
}

/**
 * Keeps the answer with the key that this transaction has claimed.
 * @param value what is answered
 */
export async function fillClaim(
  db: WriteDb,
  { clientId, key }: Pick<Key, 'clientId' | 'key'>,
  answer: KeptAnswer,
  value: object,
): Promise<void> {
  await fillings.send(db, { clientId, key, ...answer, ...subjectsOf(value) })
}

const fillings = prepared(
  (
    db,
    {
      clientId,
      key,
      status,
      etag,
      body,
      record_id,
      customer_id,
    }: Texts<'clientId' | 'key'> & KeptAnswer & Subjects,
  ) =>
    db
      .updateTable('idempotency_keys')
      .set({ status, etag, body, record_id, customer_id })
      .where('client_id', '=', clientId)
      .where('idempotency_key', '=', key),
)

/** An answer as it is kept, with the id of what it tells of. */
export type FoundAnswer = Readonly<{ fingerprint: string; created_at: string; record_id: string | null }> &
  KeptAnswer

/** What is kept with a key, however old it is. */
const findAnswer = async (db: ReadDb, { clientId, key }: Key): Promise<FoundAnswer | undefined> =>
  keptAnswers.first(db, { clientId, key })

const keptAnswers = prepared((db, { clientId, key }: Texts<'clientId' | 'key'>) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'etag', 'body', 'created_at', 'record_id'])
    .where('client_id', '=', clientId)
    .where('idempotency_key', '=', key),
)

/** @throws CommerceError Conflict where the key came with another request, or its answer is erased */
function answerTo(key: Key, kept: FoundAnswer): FoundAnswer {
  if (kept.fingerprint !== key.fingerprint) {
    throw conflict('idempotency.reused', 'has been used with another request', 'Idempotency-Key')
  }
  if (kept.status === NOT_ANSWERED.status) {
    throw conflict('idempotency.erased', 'was answered with data that has been erased', 'Idempotency-Key')
  }
  return kept
}

const isOld = ({ created_at }: FoundAnswer, now: Date): boolean => created_at < oldestKept(now)

/** Takes a key away, unless somebody else has used it meanwhile. */
const forget = async (db: WriteDb, { clientId, key }: Key, { created_at }: FoundAnswer): Promise<void> =>
  void (await db
    .deleteFrom('idempotency_keys')
    .where('client_id', '=', clientId)
    .where('idempotency_key', '=', key)
    .where('created_at', '=', created_at)
    .execute())

/**
 * Waits until nothing of what a kept answer tells of is under way in this process any more.
 * @throws whatever its request fails with meanwhile
 */
export async function whenDone({ routeOptions }: FastifyRequest, { record_id }: FoundAnswer): Promise<void> {
  if (record_id !== null) await routeOptions.config.underWay?.(record_id)
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

/** Takes a key away whose answer has become untrue since it was kept: what is answered instead is kept next, where it is a refusal. */
export const takeBackAnswer = async (db: WriteDb, { clientId, key }: Key): Promise<unknown> =>
  db
    .deleteFrom('idempotency_keys')
    .where('client_id', '=', clientId)
    .where('idempotency_key', '=', key)
    .execute()

/** Takes to other data the answer that tells of a record, with its key: whoever asks again is answered from it there, too. */
export async function carryAnswer(id: string, from: ReadDb, to: WriteDb): Promise<void> {
  const answers = await from.selectFrom('idempotency_keys').selectAll().where('record_id', '=', id).execute()
  for (const answer of answers)
    await to
      .insertInto('idempotency_keys')
      .values(answer)
      .onConflict((existing) => existing.columns(['client_id', 'idempotency_key']).doNothing())
      .execute()
}

/**
 * Takes out of the kept answers those that tell of something. Their keys stay, so that nothing is done a second time.
 * @param ids of what is erased: customers, orders and carts
 */
export async function eraseKeptAnswers(db: WriteDb, ids: readonly string[]): Promise<void> {
  const erased = { ...NOT_ANSWERED, ...NOBODY }
  for (const column of ['record_id', 'customer_id'] as const)
    for (let first = 0; first < ids.length; first += AT_ONCE) {
      await db
        .updateTable('idempotency_keys')
        .set(erased)
        .where(column, 'in', ids.slice(first, first + AT_ONCE))
        .execute()
    }
}

const oldestKept = (now: Date): string => timestamp(new Date(now.getTime() - KEPT_MILLISECONDS))

/** Deletes answers that are no longer given again. */
export const sweepKeys: Sweep = async (db, now) => {
  const old = db
    .selectFrom('idempotency_keys')
    .select(['client_id', 'idempotency_key'])
    .where('created_at', '<', oldestKept(now))
    .limit(AT_ONCE)
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where(({ eb, refTuple }) =>
      eb(refTuple('client_id', 'idempotency_key'), 'in', old.$asTuple('client_id', 'idempotency_key')),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

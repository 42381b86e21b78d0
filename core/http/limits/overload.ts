import type { ServerResponse } from 'node:http'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
} from 'fastify'
import { isInjection } from 'light-my-request'
import type { CommerceError } from '../../kernel/errors.ts'
import { LoopTurn } from './loop-turn.ts'
import { Outbox } from './outbox.ts'
import { FairQueue } from './fair-queue.ts'
import { Shares } from './shares.ts'
import { Strangers } from './strangers.ts'
import type { UnreadAnswers } from './unread-answers.ts'

/**
 * How much may be under way: a request counts 1, and 1 more for each 64 KiB of its body. One program alone gets half:
 * 256 requests, or 15 with bodies of 1 MiB.
 */
const MAX_UNDER_WAY = 512
const BYTES_OF_ONE = 64 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** What it holds of all that may be under way. */
    share: number
    /** The program that it holds it for; undefined where none is known. */
    holder: string | undefined
  }
  interface FastifyContextConfig {
    /** Never refused nor made to wait for what others do. */
    goesAhead?: boolean
  }
}

/** What holds the work of local programs to what the core can do soon. */
export interface Overload {
  /** For `onRequest`, after what only looks at the address. */
  readonly begin: onRequestHookHandler
  /** For `onSend`, after every other hook that works on answers. */
  readonly end: onSendHookHandler
  /**
   * For an answer that is there already, in the place of both.
   * @returns false where it has to wait for its turn like any other
   */
  readonly sendAtOnce: (response: ServerResponse, holder: string, bytes: Buffer, send: () => void) => boolean
}

/**
 * Shares out what the core can do among the programs that ask, each known by its token. Whoever has too much under way
 * is refused (429), and everybody where too many ask (503), each with `Retry-After`. Those who have shown no token have an
 * allowance of their own, so that no flood of them keeps a program out, nor another that asks for a token. The window's own
 * requests come in process and go ahead.
 *
 * A request counts from its headers until its answer is ready and the event loop has gone round: most are answered
 * before the next one is looked at, and ever so many that have arrived together must not keep it from going round. What
 * waits for the client from then on is bounded by `unread`.
 * @param maxBody bytes; a longer body is refused before it is read
 * @param programOf the program behind a request, where its token is one that has been seen before
 */
export function boundWork(
  app: FastifyInstance,
  unread: UnreadAnswers,
  maxBody: number,
  programOf: (request: FastifyRequest) => string | undefined,
): Overload {
  const shares = new Shares(MAX_UNDER_WAY)
  const strangers = new Strangers(MAX_UNDER_WAY)
  const turn = new LoopTurn(endTurn)
  const outbox = new Outbox(turn)
  /** What programs give back when this turn ends, and strangers who have been answered in it. */
  const givenBack = new Map<string, number>()
  let answeredStrangers: FastifyRequest[] = []
  const waiting = new FairQueue<() => void>()
  app.decorateRequest('share', 0)
  app.decorateRequest('holder', undefined)
  app.server.on('connection', () => turn.letIn())

  function endTurn(): void {
    outbox.send()
    for (const [holder, share] of givenBack) shares.give(holder, share)
    givenBack.clear()
    if (answeredStrangers.length === 0) return
    for (const request of answeredStrangers) {
      strangers.leave(request, request.share)
      request.share = 0
    }
    answeredStrangers = []
  }

  function giveBack(request: FastifyRequest): void {
    const { holder } = request
    if (holder === undefined) answeredStrangers.push(request)
    else {
      giveLater(holder, request.share)
      request.share = 0
    }
    turn.begin()
  }

  function giveLater(holder: string, share: number): void {
    givenBack.set(holder, (givenBack.get(holder) ?? 0) + share)
  }

  /** Begins a request that holds its share; where a turn has no time for it, it waits. Programs take turns. */
  function beginInTime(request: FastifyRequest, isBehind: boolean, done: () => void): void {
    if (!isBehind && waiting.size === 0 && turn.hasTime()) {
      done()
      return
    }
    waiting.add(request.holder ?? '', () => {
      if (request.raw.socket.destroyed) giveBack(request)
      else done()
    })
    setImmediate(beginNext)
  }

  /** One at a time: only after it has been called does the loop do what a request has begun. */
  function beginNext(): void {
    if (turn.isLettingIn || !turn.hasTime()) setImmediate(beginNext)
    else waiting.next()?.()
  }

  function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    done: (refusal?: CommerceError) => void,
  ): void {
    if (request.raw.socket.destroyed) return
    if (turn.isLettingIn) {
      setImmediate(begin, request, reply, done)
      return
    }
    if (goesAhead(request)) {
      done()
      return
    }
    const share = shareOf(request, maxBody)
    const isBehind = isBehindAnother(reply)
    const holder = programOf(request)
    const refusal = holder === undefined ? undefined : shares.take(holder, share)
    const start = (): void => {
      request.share = share
      request.holder = holder
      beginInTime(request, isBehind, done)
    }
    if (holder === undefined && strangers.enter(request, share, isBehind, start)) return
    if (holder !== undefined && refusal === undefined) start()
    // Who sends more than its share without waiting for any answer would not wait for a refusal either.
    else if (refusal === undefined || isBehind) request.raw.socket.destroy()
    else done(refusal)
  }

  return {
    begin,
    end: (request, reply, payload, done) => {
      if (request.share > 0) giveBack(request)
      // To ask for the bytes of a text also makes one piece of the hundreds that it was put together from: left as they
      // are while it waits, to copy them took the garbage collector a fifth of the time of an order.
      if (typeof payload === 'string' || Buffer.isBuffer(payload))
        unread.add(reply.raw, Buffer.byteLength(payload))
      outbox.add(() => done(null, payload))
    },
    sendAtOnce: (response, holder, bytes, send) => {
      // Behind another answer on its connection it has no socket yet.
      if (response.socket === null || turn.isLettingIn || waiting.size > 0 || !turn.hasTime()) return false
      if (shares.take(holder, 1)) return false
      giveLater(holder, 1)
      unread.add(response, bytes.length)
      outbox.add(send)
      return true
    },
  }
}

const goesAhead = (request: FastifyRequest): boolean =>
  isInjection(request.raw) || request.routeOptions.config.goesAhead === true

/** The answers of a connection are given one at a time; only the first has it. */
const isBehindAnother = ({ raw }: FastifyReply): boolean => raw.socket === null

function shareOf({ headers }: FastifyRequest, maxBody: number): number {
  // A body of unknown length may be as long as any.
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : maxBody
  return 1 + Math.floor(Math.min(length, maxBody) / BYTES_OF_ONE)
}

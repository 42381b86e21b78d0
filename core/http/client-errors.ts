import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { statusOf, type ErrorKind } from '../kernel/errors.ts'
import { errorBody } from './errors.ts'
import { JSON_TYPE } from './json-bodies.ts'
import { ISOLATION } from './local-access.ts'

const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'
const refusals: Readonly<Record<string, readonly [ErrorKind, string]>> = {
  [LATE]: ['RequestTimeout', 'The request did not come in time.'],
  HPE_HEADER_OVERFLOW: ['RequestHeaderFieldsTooLarge', 'The headers are larger than 16 KiB.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PayloadTooLarge', 'The extensions of a chunk are too large.'],
}
/** Milliseconds in which what has come in time is read, where the event loop was busy: until then nothing has come too late. */
const GRACE = 1000
/** Milliseconds in which a client may read why its connection is being closed, whatever it still sends. */
const LINGER = 2000
/** Bytes that have to come in each millisecond, on average, of what may take long. */
const LEAST_PACE = 1
const unreadable = ['BadRequest', 'The request cannot be read.'] as const

const uploads = new WeakSet<IncomingMessage>()

/** Lets the body of a request take longer than others may, as a large file on a slow line does, for as long as it goes on coming. */
export const letTakeLong = (request: IncomingMessage): void => void uploads.add(request)

/**
 * Answers in the contract's form what is no request that Node could read, or not in time, and then closes the connection;
 * and what it would answer itself, without a body. What was read before is answered first: a cart that has been made is not refused
 * because of what came behind it.
 */
export function answerClientErrors(server: Server): void {
  /** Requests that have come whole, and are not answered yet, by their connections. */
  const answering = new WeakMap<Socket, Set<ServerResponse>>()
  const latest = new WeakMap<Socket, IncomingMessage>()
  const hasEnded = new WeakSet<Socket>()

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    latest.set(socket, request)
    const responses = answering.get(socket) ?? new Set()
    answering.set(socket, responses.add(response))
    response.once('close', () => responses.delete(response))
  })

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code !== LATE) {
      end(error, socket)
      return
    }
    const request = latest.get(socket)
    const wasWhole = request?.complete === true
    setTimeout(() => {
      const next = latest.get(socket)
      if (next?.complete === true && (next !== request || !wasWhole)) return
      if (next && uploads.has(next)) void endOnceStalled(error, next)
      else end(error, socket)
    }, GRACE).unref()
  })

  /** Node tells once of a request that it comes late. */
  async function endOnceStalled(error: NodeJS.ErrnoException, request: IncomingMessage): Promise<void> {
    const { socket } = request
    const enough = LEAST_PACE * server.requestTimeout
    let heard = socket.bytesRead
    const isSlow = (): boolean => socket.bytesRead - heard < enough
    for (;;) {
      await unheld(server.requestTimeout)
      if (isSlow()) await unheld(GRACE)
      if (request.complete || socket.destroyed) return
      if (isSlow()) {
        end(error, socket)
        return
      }
      heard = socket.bytesRead
    }
  }

  function end(error: NodeJS.ErrnoException, socket: Socket): void {
    if (hasEnded.has(socket)) return
    hasEnded.add(socket)
    const before = [...(answering.get(socket) ?? [])].filter(({ req }) => req.complete)
    if (before.length === 0) refuse(error, socket)
    else void Promise.all(before.map(ended)).then(() => refuse(error, socket))
  }

  server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = JSON.stringify(errorBody('ExpectationFailed', [{ text: 'Only 100-continue is expected.' }]))
    response.writeHead(statusOf.ExpectationFailed, {
      ...ISOLATION,
      'content-type': JSON_TYPE,
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
}

/** Waits for so many milliseconds, and holds no process up that has nothing else to do. */
const unheld = async (milliseconds: number): Promise<void> => pause(milliseconds, undefined, { ref: false })

const ended = async (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => response.once('close', resolve))

/** What is still being sent is read and dropped for a moment: closed at once, the connection would take the answer with it. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [kind, text] = refusals[error.code ?? ''] ?? unreadable
  const body = JSON.stringify(errorBody(kind, [{ text }]))
  socket.end(
    [
      `HTTP/1.1 ${statusOf[kind]} ${phraseOf(kind)}`,
      'Connection: close',
      ...Object.entries(ISOLATION).map(([name, value]) => `${name}: ${value}`),
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  const timer = setTimeout(() => socket.destroy(), LINGER).unref()
  socket.once('close', () => clearTimeout(timer))
}

/** `RequestTimeout` → `Request Timeout`: as Node's own list of phrases has it, which is not loaded for that. */
const phraseOf = (kind: ErrorKind): string => kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')

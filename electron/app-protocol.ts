import { Readable } from 'node:stream'
import type { ReadableStream as RequestStream } from 'node:stream/web'
import { protocol } from 'electron'
import { CONSOLE_HEADERS } from '../core/http/console-files.ts'
import type { Core } from '../core/index.ts'
import { CONSOLE_SCHEME, isConsoleAddress } from './console-address.ts'

type InjectMethod = 'DELETE' | 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT'

/** Headers of one connection; there is none here. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding'])
/** Answers without a body, as `Response` insists. */
const EMPTY_STATUS = new Set([204, 205, 304])

/** Gives `app:` the rights of a web origin. Electron wants this before it is ready. */
export function registerConsoleScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: CONSOLE_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/**
 * Answers `app://console/…` in process: the core serves the console's files and its API here exactly as it does
 * over HTTP, without a socket between.
 * @param devServer where Vite serves the console while it is being written; files then come from there
 */
export function serveConsoleScheme(core: Core, devServer: string | undefined): void {
  protocol.handle(CONSOLE_SCHEME, async (request) => {
    if (!isConsoleAddress(request.url)) {
      return new Response('Not found', { status: 404, headers: CONSOLE_HEADERS })
    }
    const { pathname, search } = new URL(request.url)
    if (devServer !== undefined && !pathname.startsWith('/api/')) {
      const accept = request.headers.get('accept') ?? '*/*'
      return fetch(new URL(pathname + search, devServer), { headers: { accept } })
    }
    return askCore(core, request, pathname + search)
  })
}

async function askCore(core: Core, request: Request, url: string): Promise<Response> {
  const gone = new AbortController()
  const answer = await core.app.inject({
    method: request.method as InjectMethod,
    url,
    headers: headersFrom(request),
    ...(request.body ? { payload: Readable.fromWeb(request.body as RequestStream) } : {}),
    payloadAsStream: true,
    signal: gone.signal,
  })
  const stream = answer.stream()
  // A page that goes away in the middle of a stream ends the request, as a closed socket would.
  stream.once('close', () => {
    if (!stream.readableEnded) gone.abort()
  })
  const hasBody = request.method !== 'HEAD' && !EMPTY_STATUS.has(answer.statusCode)
  return new Response(hasBody ? bodyOf(stream) : null, {
    status: answer.statusCode,
    headers: headersOf(answer.headers),
  })
}

/** What the page asks with. Nothing between here and the page would read an answer that is compressed. */
function headersFrom(request: Request): Record<string, string> {
  const headers = new Headers(request.headers)
  headers.delete('accept-encoding')
  return Object.fromEntries(headers)
}

/**
 * The answer as the page reads it. Not by `Readable.toWeb`, which throws outside of everything that catches where a
 * page goes away between two pieces.
 */
function bodyOf(stream: Readable): BodyInit {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array<ArrayBuffer>>
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const piece = await pieces.next()
      if (piece.done) controller.close()
      else controller.enqueue(piece.value)
    },
    cancel: () => void stream.destroy(),
  })
}

/** The core's own headers; every answer without them gets the console's, whatever it is. */
function headersOf(given: Readonly<Record<string, number | string | string[] | undefined>>): Headers {
  const headers = new Headers(CONSOLE_HEADERS)
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || CONNECTION_HEADERS.has(name)) continue
    headers.delete(name)
    for (const one of [value].flat()) headers.append(name, String(one))
  }
  return headers
}

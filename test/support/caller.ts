import type { FastifyInstance } from 'fastify'
import { Answer } from './answer.ts'
import { sharedDocument } from './api-document.ts'
import { takeFailure } from './failures.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS' | 'HEAD'
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface RequestOptions {
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON; a text and bytes as they are, with the content type that `headers` say. */
  readonly body?: object | string | Uint8Array<ArrayBuffer> | undefined
}

/** One request as a transport takes it: the whole path, headers in lower case. */
interface RawRequest {
  readonly method: Method
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/**
 * How a request gets to the core: in process, or over a socket. Every answer is held against the OpenAPI document
 * that the core serves.
 * @throws where the document knows nothing of such an answer
 */
export type Transport = (request: RawRequest) => Promise<Answer>

/** Through Fastify's own door, as the desktop window asks. */
export const inProcess = (app: FastifyInstance): Transport =>
  held(
    async () => (await app.inject(DOCUMENT)).body,
    async ({ method, url, headers, body }) => {
      const answer = await app.inject({
        method,
        url,
        headers,
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }),
      })
      const headersOfAnswer = plainHeaders(Object.entries(answer.headers))
      const failure = answer.statusCode === 500 ? takeFailure() : undefined
      return new Answer(answer.statusCode, headersOfAnswer, answer.body, failure)
    },
  )

/** Over the network stack, as local programs ask. */
export const overSocket = (origin: string): Transport =>
  held(
    async () => (await fetch(new URL(DOCUMENT, origin))).text(),
    async ({ method, url, headers, body }) => {
      const answer = await fetch(new URL(url, origin), {
        method,
        headers,
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
      })
      return new Answer(answer.status, plainHeaders([...answer.headers]), await answer.text())
    },
  )

const DOCUMENT = '/api/v1/openapi.json'

const held =
  (readDocument: () => Promise<string>, ask: Transport): Transport =>
  async (request) => {
    const document = await sharedDocument(readDocument)
    const answer = await ask(request)
    const fault = document.faultOf(request.method, request.url, answer)
    if (fault !== undefined) throw new Error(`${request.method} ${request.url}: ${fault}`)
    return answer
  }

/** Someone who calls the API, with a token or without. */
export class Caller {
  readonly #transport: Transport
  readonly #headers: Readonly<Record<string, string>>

  constructor(transport: Transport, headers: Readonly<Record<string, string>> = {}) {
    this.#transport = transport
    this.#headers = headers
  }

  get = async (path: string, query: Query = {}, headers: RequestOptions['headers'] = {}): Promise<Answer> =>
    this.request('GET', path, { query, headers })

  post = async (path: string, body?: RequestOptions['body'], options: RequestOptions = {}): Promise<Answer> =>
    this.request('POST', path, { ...options, body })

  put = async (path: string, body?: RequestOptions['body'], options: RequestOptions = {}): Promise<Answer> =>
    this.request('PUT', path, { ...options, body })

  patch = async (
    path: string,
    body?: RequestOptions['body'],
    options: RequestOptions = {},
  ): Promise<Answer> => this.request('PATCH', path, { ...options, body })

  delete = async (path: string, options: RequestOptions = {}): Promise<Answer> =>
    this.request('DELETE', path, options)

  /** @param path behind `/api/v1` */
  async request(
    method: Method,
    path: string,
    { query = {}, headers = {}, body }: RequestOptions = {},
  ): Promise<Answer> {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.append(name, String(value))
    const isJson = typeof body === 'object' && !(body instanceof Uint8Array)
    const type: Record<string, string> = isJson ? { 'content-type': 'application/json' } : {}
    return this.#transport({
      method,
      url: `/api/v1${path}${search.size > 0 ? `?${search.toString()}` : ''}`,
      headers: { ...this.#headers, ...type, ...headers },
      body: isJson ? JSON.stringify(body) : body,
    })
  }
}

const plainHeaders = (entries: readonly (readonly [string, unknown])[]): Record<string, string> =>
  Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]))

import { ApiError } from './api-error.ts'
import { awaited, reportReachable, reportUnreachable } from './connection.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export interface Options {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** It stays as it is at its address: the browser may have it. */
  isForGood?: boolean | undefined
}
export interface Answer {
  body: unknown
  headers: Headers
}

const BASE_PATH = '/api/v1'
/** A refusal says what it is, beside its English text. */
const WITH_CODES = { prefer: 'fault-codes' }

/**
 * One request to the core; every request of the console goes through here.
 * @param path below `/api/v1`
 * @throws ApiError for every refusal, and with status 0 where no answer came; an abort passes through unchanged
 */
export async function send(method: Method, path: string, options: Options = {}): Promise<Answer> {
  const response = await reach(method, path, options)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw ApiError.fromBody(statusOf(response), body)
  return { body, headers: response.headers }
}

/** The same for an answer that is a file. */
export async function sendForFile(path: string, options: Options = {}): Promise<Blob> {
  const response = await reach('GET', path, options)
  if (response.ok) return response.blob()
  throw ApiError.fromBody(statusOf(response), await response.json().catch(() => undefined))
}

async function reach(
  method: Method,
  path: string,
  { body, headers, isForGood, signal }: Options,
): Promise<Response> {
  try {
    const response = await awaited(
      fetch(BASE_PATH + path, {
        method,
        headers: { ...WITH_CODES, ...contentType(body), ...headers },
        // A file goes as it is, straight from the disk.
        body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
        signal: signal ?? null,
        cache: isForGood ? 'default' : 'no-store',
      }),
    )
    reportReachable()
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    reportUnreachable()
    throw new ApiError(0, [])
  }
}

const contentType = (body: unknown): Record<string, string> =>
  body === undefined || body instanceof Blob ? {} : { 'content-type': 'application/json' }

/** A token the core does not know at all is answered with 400 and a challenge: for the console that is a 401. */
function statusOf(response: Response): number {
  return response.status === 400 && response.headers.has('www-authenticate') ? 401 : response.status
}

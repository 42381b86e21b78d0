import { ApiError } from './api-error.ts'
import { reportReachable, reportUnreachable } from './connection.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export interface Options {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}
export interface Answer {
  body: unknown
  headers: Headers
}

const BASE_PATH = '/api/v1'

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

async function reach(method: Method, path: string, { body, headers, signal }: Options): Promise<Response> {
  try {
    const response = await fetch(BASE_PATH + path, {
      method,
      headers: body === undefined ? { ...headers } : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      cache: 'no-store',
    })
    reportReachable()
    return response
  } catch (error) {
    if (signal?.aborted) throw error
    reportUnreachable()
    throw new ApiError(0, [])
  }
}

/** A token the core does not know at all is answered with 400 and a challenge: for the console that is a 401. */
function statusOf(response: Response): number {
  return response.status === 400 && response.headers.has('www-authenticate') ? 401 : response.status
}

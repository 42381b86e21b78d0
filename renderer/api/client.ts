import { ref } from 'vue'
import { ApiError } from './api-error.ts'
import { atTheDesk, begunBy, isBegunByAnother, loadDesk, whoBegins, type PersonAtDesk } from './desk.ts'
import { getAccessToken } from './session.ts'
import { send, sendForFile, type Answer, type Method, type Options } from './transport.ts'

export type Query = Record<string, string | number | boolean | undefined>

/** The query of a list as the core describes it; what is undefined is not asked. */
export type ListQuery<Described> = Omit<Described, 'maxItems'> & { maxItems?: number }

/** What a write carries: the version it is based on, for a repeatable one its key, and what somebody else has approved of it. */
export interface WriteOptions {
  version?: string | undefined
  idempotencyKey?: string | undefined
  approval?: string | undefined
}

/** True once the core has ended this session: only a new launch link helps. */
export const isSignedOut = ref(false)

/**
 * A request in the name of this session; a token that was refused is renewed once, and while the desk is locked it waits:
 * what only reads for anybody, what writes for whoever has begun it.
 * Errors: see {@link send} and {@link goOnFor}.
 */
export async function request(method: Method, path: string, options: Options = {}): Promise<Answer> {
  return withToken(
    (headers) => send(method, path, { ...options, headers: { ...options.headers, ...headers } }),
    method === 'GET' ? undefined : whoBegins(),
  )
}

/** A file that the core answers, in the name of this session. */
export async function download(path: string, options: Pick<Options, 'isForGood'> = {}): Promise<Blob> {
  return withToken((headers) => sendForFile(path, { ...options, headers }))
}

async function withToken<T>(
  ask: (headers: Record<string, string>) => Promise<T>,
  by?: PersonAtDesk,
): Promise<T> {
  // On its way while somebody else takes the desk, it is refused and not done in their name.
  const person = by && { 'desk-person': by.id }
  const askWith = (token: string) => ask({ authorization: `Bearer ${token}`, ...person })
  try {
    return await atTheDesk(async () => signed(askWith), by)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) isSignedOut.value = true
    // Somebody has locked the desk meanwhile, or may something else by now. What was refused has changed nothing.
    if (error.status === 403 && (await loadDesk()).isLocked) return withToken(ask, by)
    throw by && isBegunByAnother(error) ? begunBy(by) : error
  }
}

async function signed<T>(askWith: (token: string) => Promise<T>): Promise<T> {
  const token = await getAccessToken()
  try {
    return await askWith(token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    return askWith(await getAccessToken(token))
  }
}

export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return (await request('GET', path + queryString(query), { signal })).body as T
}

export async function post<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<T> {
  return (await request('POST', path, headers ? { body, headers } : { body })).body as T
}

/** `?a=1&b=2` without the parameters that are not set; empty where none is. */
export function queryString(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()}`
}

/** The version that an answer tells of, as a number. */
const versionIn = (headers: Headers): number => Number(headers.get('etag')?.replaceAll('"', ''))

/** What has a version, as records do. */
export type Versioned<T> = T & { readonly id: string; readonly version: number }

/**
 * What was answered, as records have it.
 * @param idOf what it is known by
 */
export const versioned = <T extends object>(
  { body, headers }: Pick<Answer, 'body' | 'headers'>,
  idOf: (value: T) => string,
): Versioned<T> => {
  const value = body as T
  return { ...value, id: idOf(value), version: versionIn(headers) }
}

/** The headers of a write. */
export function writeHeaders({ approval, version, idempotencyKey }: WriteOptions): Record<string, string> {
  return {
    ...(version === undefined ? {} : { 'if-match': version }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(approval === undefined ? {} : { approval }),
  }
}

/** The headers of a write to a record that is to be in the version that was seen. */
export const ifSeen = (seen: { readonly version: number }, idempotencyKey?: string): Record<string, string> =>
  writeHeaders({ version: `"${seen.version}"`, idempotencyKey })

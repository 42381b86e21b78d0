import type { Query } from './client.ts'

/** Where programs reach the core; the desktop's own window has no such address, and programs use this one. */
const USUAL_ADDRESS = 'http://127.0.0.1:4780'

/** A read of the API as it is typed in a terminal; the token comes from `POST /oauth/token`. */
export function curlOf(path: string, query: Query = {}, origin = location.origin): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
  return `curl -H "Authorization: Bearer $TOKEN" ${quoted(`${addressOf(origin)}/api/v1${path}${search}`)}`
}

/**
 * A request that somebody has made, to be made again. What was in its body nobody has kept: it comes from a file.
 * @param path with `/api/v1` and its query
 */
export function curlOfRequest(
  { method, path }: { readonly method: string; readonly path: string },
  origin = location.origin,
): string {
  const parts = ['curl', method === 'GET' ? '' : `-X ${method}`, '-H "Authorization: Bearer $TOKEN"']
  const body = ['POST', 'PUT', 'PATCH'].includes(method)
    ? `-H 'Content-Type: application/json' -d @body.json`
    : ''
  // Brackets, which programs may send as they are, are several addresses to curl.
  const only = path.replaceAll(/[[\]{}]/g, encodeURIComponent)
  return [...parts, body, quoted(addressOf(origin) + only)].filter(Boolean).join(' ')
}

/** How a program gets its access token. */
export const tokenCurlOf = (clientId: string, secret: string, origin = location.origin): string =>
  `curl -u ${quoted(`${clientId}:${secret}`)} -d grant_type=client_credentials ${quoted(`${addressOf(origin)}/api/v1/oauth/token`)}`

const addressOf = (origin: string): string => (origin.startsWith('http') ? origin : USUAL_ADDRESS)

/** As a shell takes it, whatever stands in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

import type { Query } from './client.ts'

/** Where programs reach the core; the desktop's own window has no such address, and programs use this one. */
const USUAL_ADDRESS = 'http://127.0.0.1:4780'

/** A read of the API as it is typed in a terminal; the token comes from `POST /oauth/token`. */
export function curlOf(path: string, query: Query = {}, origin = location.origin): string {
  const address = origin.startsWith('http') ? origin : USUAL_ADDRESS
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
  return `curl -H "Authorization: Bearer $TOKEN" ${quoted(`${address}/api/v1${path}${search}`)}`
}

/** As a shell takes it, whatever stands in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

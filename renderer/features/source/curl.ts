/** Where local programs reach the core when nobody has chosen another port (`npm start -- --help`). */
const LOCAL_API = 'http://127.0.0.1:4780'

/**
 * The call that answers a record, to be pasted into a terminal in which `$TOKEN` holds an access token.
 * @param path below `/api/v1`, percent-encoded
 * @param origin of the page: the core's own, but in the desktop window, which reaches it in process
 */
export function curlOf(path: string, origin: string): string {
  const api = origin.startsWith('http') ? origin : LOCAL_API
  return `curl -H "Authorization: Bearer $TOKEN" '${api}/api/v1${path.replaceAll("'", '%27')}'`
}

import type { CustomScheme } from 'electron'
import { asks, type ResourceType } from './session.ts'
import { afterReady, beforeReady, strict, type Modelled } from './strict.ts'

type Handler = (request: Request) => Response | Promise<Response>

const schemes = new Map<string, CustomScheme>()
const handlers = new Map<string, Handler>()
let isRegistered = false

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (customSchemes: CustomScheme[]) => {
    beforeReady('protocol.registerSchemesAsPrivileged')
    if (isRegistered) throw new Error('protocol.registerSchemesAsPrivileged may be called only once')
    isRegistered = true
    for (const scheme of customSchemes) schemes.set(scheme.scheme, scheme)
  },
  handle: (scheme: string, handler: Handler) => {
    afterReady('protocol.handle')
    if (handlers.has(scheme)) throw new Error(`The scheme ${scheme} has a handler already`)
    if (!schemes.get(scheme)?.privileges?.standard)
      throw new Error(`The scheme ${scheme} is not a standard one`)
    handlers.set(scheme, handler)
  },
} satisfies Modelled<Electron.Protocol>)

/** The schemes as they were registered. */
export const registeredSchemes = (): CustomScheme[] => [...schemes.values()]

/**
 * A request of the page's, as Chromium hands it to the handler of its scheme: past the session's filter, with no more
 * than the privileges of the scheme allow.
 * @param type what asks: `xhr` is a script's fetch, `mainFrame` a window's load
 * @throws with Chromium's name of the failure, such as `ERR_BLOCKED_BY_CLIENT (-20)`
 */
export async function answerRequest(request: Request, type: ResourceType = 'xhr'): Promise<Response> {
  const scheme = new URL(request.url).protocol.slice(0, -1)
  const { supportFetchAPI, bypassCSP } = schemes.get(scheme)?.privileges ?? {}
  if (type === 'xhr' && !supportFetchAPI) throw new TypeError(`URL scheme "${scheme}" is not supported.`)
  if ((await asks.request(request.url, type)) === 'cancelled') throw new Error('ERR_BLOCKED_BY_CLIENT (-20)')
  const handler = handlers.get(scheme)
  if (!handler) throw new Error('ERR_UNKNOWN_URL_SCHEME (-302)')
  const response: unknown = await handler(request)
  if (!(response instanceof Response)) throw new TypeError('The handler did not answer with a Response')
  // What comes from such a scheme no content security policy holds back.
  if (bypassCSP) response.headers.delete('content-security-policy')
  return response
}

import type { CustomScheme } from 'electron'
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

/** A request of the page's, as Chromium hands it to the handler of its scheme. */
export async function answerRequest(request: Request): Promise<Response> {
  const handler = handlers.get(new URL(request.url).protocol.slice(0, -1))
  if (!handler) throw new Error(`net::ERR_UNKNOWN_URL_SCHEME ${request.url}`)
  const response: unknown = await handler(request)
  if (!(response instanceof Response)) throw new TypeError('The handler did not answer with a Response')
  return response
}

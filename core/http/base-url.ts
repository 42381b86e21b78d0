import type { FastifyRequest } from 'fastify'
import { isInjection } from 'light-my-request'

/**
 * The `{base_url}` of addresses in answers: the one the caller used. A request in process came by none, so it gets
 * the one this core listens on, or a relative address where it does not listen.
 */
export function baseUrl(request: FastifyRequest): string {
  if (!isInjection(request.raw)) return `http://${request.host}`
  const address = request.server.server.address()
  return address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : ''
}

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { onSendHookHandler } from 'fastify'

const heads = new WeakSet<IncomingMessage>()

/**
 * Lets the routes of GET answer HEAD, before a route is looked for: Node leaves the body away, as the answer has known since it
 * was made what was asked. Routes of its own for HEAD would be a third of all, each with its part of a start and of memory.
 */
export function answerHeadAsGet(request: IncomingMessage): void {
  if (request.method !== 'HEAD') return
  heads.add(request)
  request.method = 'GET'
}

/** What was asked, by who asked. */
export const askedMethod = (request: IncomingMessage): string =>
  heads.has(request) ? 'HEAD' : (request.method ?? '')

/** Ends a stream that nobody will read: one of events would never end, and keep its share until then. */
export const endUnasked: onSendHookHandler = (request, _reply, payload, done) => {
  const isUnasked = payload instanceof Readable && heads.has(request.raw)
  if (isUnasked) payload.destroy()
  // Not nothing instead, of which Fastify would tell the length.
  done(null, isUnasked ? Readable.from([]) : payload)
}

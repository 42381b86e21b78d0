import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Answers a request; false where there is nothing at that address. (A reply that is waited for is gone: it has a `then`.) */
export type AnswerLate = (request: FastifyRequest, reply: FastifyReply, url?: string) => Promise<boolean>

/** No path that can be read, one outside, and none at all. */
const NOTHING_THERE = new Set([400, 403, 404])

/**
 * Pages and files whose library is loaded when somebody first asks for them, and not at every start: in an app of its own that
 * answers in process only.
 * @param app whose requests they are, and with which they are closed
 * @param build makes the app of the pages
 */
export function latePages(app: FastifyInstance, build: () => Promise<FastifyInstance>): AnswerLate {
  let pages: Promise<FastifyInstance> | undefined
  app.addHook('onClose', async () => (await pages)?.close())
  return async ({ headers, url: asked }, reply, url = asked) => {
    pages ??= build().catch((error: unknown) => {
      pages = undefined
      throw error
    })
    const { statusCode, headers: own, rawPayload } = await (await pages).inject({ url, headers })
    if (NOTHING_THERE.has(statusCode)) return false
    delete own['connection']
    void reply.code(statusCode).headers(own).send(rawPayload)
    return true
  }
}

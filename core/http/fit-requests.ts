import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Shape, type Aliases, type Called } from './shape.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The aliases by which it names fields of ours. */
    called: Called | undefined
  }
}

/**
 * Fits bodies and queries to the schemas of their route before they are validated: names in any spelling and under
 * their aliases, and lists that are too long cut to one entry too many, so that no body has more faults than can be told.
 */
export function fitRequests(app: FastifyInstance, aliases: Aliases): void {
  app.decorateRequest('called', undefined)
  app.addHook('onRoute', (route) => {
    const { body, querystring } = (route.schema ?? {}) as { body?: TSchema; querystring?: TSchema }
    if (!body && !querystring) return
    const shapeOfBody = body && new Shape(body, aliases)
    const shapeOfQuery = querystring && new Shape(querystring, aliases)
    const before = [route.preValidation ?? []].flat()
    route.preValidation = [
      ...before,
      (request, _reply, done) => {
        const called: Called = new Map()
        if (shapeOfBody) request.body = shapeOfBody.fit(request.body, called)
        if (shapeOfQuery)
          request.query = shapeOfQuery.fitQuery(request.query as Record<string, unknown>, called)
        if (called.size > 0) request.called = called
        done()
      },
    ]
  })
}

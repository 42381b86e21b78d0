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
 * The shape of a schema is made when a request first needs it, as what validates it is.
 * @param atOnce makes those of all routes now, so that a wrong one fails
 */
export function fitRequests(app: FastifyInstance, aliases: Aliases, atOnce: boolean): void {
  const shapes = new WeakMap<TSchema, Shape>()
  const shapeOf = (schema: TSchema): Shape => {
    const shape = shapes.get(schema) ?? new Shape(schema, aliases)
    shapes.set(schema, shape)
    return shape
  }
  app.decorateRequest('called', undefined)
  app.addHook('onRoute', (route) => {
    const { body, querystring } = (route.schema ?? {}) as { body?: TSchema; querystring?: TSchema }
    if (!body && !querystring) return
    if (atOnce) for (const schema of [body, querystring]) if (schema) shapeOf(schema)
    const before = [route.preValidation ?? []].flat()
    route.preValidation = [
      ...before,
      (request, _reply, done) => {
        const called: Called = new Map()
        if (body) request.body = shapeOf(body).fit(request.body, called)
        if (querystring)
          request.query = shapeOf(querystring).fitQuery(request.query as Record<string, unknown>, called)
        if (called.size > 0) request.called = called
        done()
      },
    ]
  })
}

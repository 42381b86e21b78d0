import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, CommerceError, notFound } from '../kernel/errors.ts'
import { askedMethod } from './head.ts'

/** Answers an address that no route has, before 404; false leaves it at that. */
export type Fallback = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/**
 * Answers addresses without a route: 405 with `Allow` where the path exists for other methods, otherwise 404. One that the
 * router has misread is 400: it looks for paths in small letters, of which `İ` has more than it has itself. A route of GET that HEAD
 * is not for (`exposeHeadRoute: false`) refuses it so, too.
 * Call it before any route is added: it notes each as it comes.
 */
export function answerUnknownRoutes(app: FastifyInstance, fallback: Fallback | undefined): void {
  const methodsOf = new Map<string, Set<string>>()
  const patterns = new Map<string, RegExp>()

  app.addHook('onRoute', (route) => {
    const { url, method, exposeHeadRoute } = route
    const methods = methodsOf.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    if (exposeHeadRoute === false) {
      route.onRequest = (request, reply, done) => {
        if (askedMethod(request.raw) === 'HEAD') done(notAllowed(request, reply, methods))
        else done()
      }
    } else if (methods.has('GET')) methods.add('HEAD')
    methodsOf.set(url, methods)
  })

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const allowed = new Set<string>()
    for (const [url, methods] of methodsOf) {
      const pattern = patterns.get(url) ?? patternOf(url)
      patterns.set(url, pattern)
      if (pattern.test(path)) for (const method of methods) allowed.add(method)
    }
    if (allowed.has(request.method)) {
      throw badRequest('route.unreadable', 'The address has a letter that no identifier in it can have.')
    }
    if (allowed.size > 0) throw notAllowed(request, reply, allowed)
    if (await fallback?.(request, reply)) return reply
    throw nothingThere()
  })
}

/** What is said of a method that an address does not take; with those that it does in `Allow`. */
function notAllowed(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: ReadonlySet<string>,
): CommerceError {
  const names = [...allowed].sort().join(', ')
  reply.header('allow', names)
  const text = `This address takes ${names}, not ${askedMethod(request.raw)}.`
  return new CommerceError('MethodNotAllowed', 'route.method', [{ text }])
}

/** What is said of an address that leads nowhere. */
export const nothingThere = (): CommerceError =>
  notFound('route.unknown', 'There is nothing at this address.')

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}$`, 'i')

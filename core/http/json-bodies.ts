import type { FastifyInstance } from 'fastify'

/**
 * Bodies are JSON. An empty one counts as none, because the POST lists take none and clients still send the header.
 * Keys that would reach into prototypes are refused as unreadable.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
  // Without a body, validation names the fields that are missing instead of the body.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) request.body = {}
    done()
  })
}

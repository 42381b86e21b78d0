import type { FastifyInstance } from 'fastify'

/** What answers say that they are, where no serialiser says it. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Bodies are JSON. An empty one counts as none, because the POST lists take none and clients still send the header.
 * Keys that would reach into prototypes are refused as unreadable.
 * @param accept a last look at a body and its text, which may put another body in its place
 */
export function readJsonBodies(app: FastifyInstance, accept: (text: string, body: unknown) => unknown): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.trim() === '') done(null, undefined)
    else
      void parse(request, text, (error, body?: unknown) =>
        done(error, error ? undefined : accept(text, body)),
      )
  })
  // Without a body, validation names the fields that are missing instead of the body.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) request.body = {}
    done()
  })
}

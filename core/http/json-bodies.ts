import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, onRequestHookHandler, preValidationHookHandler } from 'fastify'
import { badRequest, CommerceError, said } from '../kernel/errors.ts'
import { faultOfNesting } from './limits/nesting.ts'

/** What answers say that they are, where no serialiser says it. */
export const JSON_TYPE = 'application/json; charset=utf-8'

/** Levels of objects and lists in a body (decisions, wire format). */
const MAX_DEPTH = 64
/** Objects and lists in a body, all together: hundreds of thousands of them are 70 MB of memory that stay for long. */
const MAX_STRUCTURES = 20_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, empty where there was none; undefined where it has not been read. */
    bytes: Buffer | undefined
  }
}

/**
 * The one reader of JSON bodies. An empty one counts as none, because the POST lists take none and clients still send the
 * header. Keys that would reach into prototypes are refused as unreadable, and so is what is nested too deep: nothing
 * behind this has to fear either.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('bytes', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    request.bytes = bytes
    const coding = request.headers['content-encoding'] ?? 'identity'
    const fault = faultOfNesting(bytes, MAX_DEPTH, MAX_STRUCTURES)
    if (coding.toLowerCase() !== 'identity') done(compressed(coding))
    else if (!isUtf8(bytes)) done(badRequest('body.encoding', 'The body is not UTF-8.'))
    else if (fault) done(badRequest(`body.${fault}`, faultTexts[fault]))
    else {
      const text = bytes.toString()
      if (text.trim() === '') done(null, undefined)
      else void parse(request, text, done)
    }
  })
}

/** Nothing is of no type: clients that send an empty body call it a text, or a form. */
export const typeless: onRequestHookHandler = ({ headers }, _reply, done) => {
  if (headers['content-length'] === '0') delete headers['content-type']
  done()
}

/** Without a body, validation names the fields that are missing instead of the body. */
export const emptyBody: preValidationHookHandler = (request, _reply, done) => {
  if (request.body === undefined) {
    request.bytes ??= Buffer.alloc(0)
    request.body = {}
  }
  done()
}

const compressed = (coding: string): CommerceError =>
  new CommerceError('UnsupportedMediaType', 'body.compressed', [
    said`The body must not be compressed: Content-Encoding is ${{ coding }}.`,
  ])

const faultTexts = {
  deep: `The body is nested deeper than ${MAX_DEPTH} levels.`,
  crowded: `The body holds more than ${MAX_STRUCTURES} objects and lists.`,
} as const

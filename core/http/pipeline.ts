import type { FastifyInstance } from 'fastify'
import { findClientOfOrigin } from '../access/access.repository.ts'
import { authenticate, programs as programsOf } from '../access/authenticate.ts'
import { repeatAtOnce } from '../access/repeat-at-once.ts'
import { aliases } from '../compatibility/aliases.ts'
import { answerBaskets } from '../compatibility/basket-answers.ts'
import { readCached } from '../database/cache.ts'
import { sendCachedAnswers } from '../operations/cached-answers.ts'
import { replayAnswers } from '../operations/idempotency.ts'
import { answerFirst } from './answer-first.ts'
import { answerClientErrors } from './client-errors.ts'
import { fitRequests } from './fit-requests.ts'
import { endUnasked } from './head.ts'
import { emptyBody, readJsonBodies, typeless } from './json-bodies.ts'
import { answerHalfClosed, boundConnections, closeInTime, hearBeforeClosing } from './limits/connections.ts'
import { boundWork } from './limits/overload.ts'
import { UnreadAnswers } from './limits/unread-answers.ts'
import { guardLocalAccess } from './local-access.ts'
import { noteRequests } from './request-log.ts'
import type { Services } from './routes.ts'

/** Silent ones cost some 25 KiB each. */
const MAX_CONNECTIONS = 4096
/** Bytes of answers that wait for clients to read them. */
const MAX_UNREAD = 32 * 1024 * 1024

/**
 * What happens to a request, all of it, in this order; hooks stand nowhere else. To be called before any route is added.
 * Refusals of any step are answered by `handleError`, and then go through the last part like every answer.
 * @param bodyLimit bytes
 * @param compilesSchemas what is made of the schemas of all routes is made now
 */
export function addPipeline(
  app: FastifyInstance,
  services: Services,
  bodyLimit: number,
  compilesSchemas: boolean,
): void {
  const unread = new UnreadAnswers(MAX_UNREAD)
  const programs = programsOf(services)
  const work = boundWork(app, unread, bodyLimit, programs.of)
  const { keepRefusals, replayFirst } = replayAnswers(app, services)
  const { answered, came } = noteRequests(app, services)
  const clientOf = (origin: string) => readCached(services.database, findClientOfOrigin, origin)

  // The connection. Where there are too many, one that is idle gives way: the silent keep no newcomer out.
  boundConnections(app.server, MAX_CONNECTIONS, (socket) => unread.forget(socket))
  // One that is idle for long is closed, after what has come on it was heard.
  hearBeforeClosing(app.server)
  // One that its client has closed on their side is closed once all that was asked on it is answered.
  answerHalfClosed(app.server)
  // What Node cannot read as a request is refused in the contract's form, as everything else is.
  answerClientErrors(app.server)

  // What a program has asked before, on a connection that it has shown its token on: sent again at once, where nothing has
  // changed. All others go on.
  answerFirst(app.server, repeatAtOnce(services, programs, work))

  // The headers. From here on it counts how long a request takes.
  app.addHook('onRequest', came)
  // The core closes: whoever comes now is told so, and what is under way ends in time.
  app.addHook('onRequest', closeInTime(app))
  // Other host names and pages of strangers are refused before they cost anything.
  app.addHook('onRequest', guardLocalAccess(app, clientOf))
  // Each program has its share of what can be under way: it waits for it, or is refused with Retry-After.
  app.addHook('onRequest', work.begin)
  // The token: who asks, and whether they may; before the body is read, so that nobody unknown sends any.
  app.addHook('onRequest', authenticate(app, services))
  // A list of reference data that is cached is sent at once: nothing behind this could change it.
  app.addHook('onRequest', sendCachedAnswers(services))

  // The body. One reader of JSON, bounded in length, depth and number of parts.
  readJsonBodies(app)
  // One that is empty need not be JSON.
  app.addHook('onRequest', typeless)
  // None is as good as an empty one, so that validation names the missing fields.
  app.addHook('preValidation', emptyBody)
  // An Idempotency-Key that has been answered is answered the same, whatever validation would say.
  app.addHook('preValidation', replayFirst)
  // Names in any spelling become ours, so that one schema fits; then Fastify validates, and the route runs.
  fitRequests(app, aliases, compilesSchemas)

  // The answer. HEAD has no body: what would be a stream is ended.
  app.addHook('onSend', endUnasked)
  // Who asked for a basket gets one.
  app.addHook('onSend', answerBaskets)
  // The refusal of a request with an Idempotency-Key is kept, as it is sent.
  app.addHook('onSend', keepRefusals)
  // It is noted for whoever looks at what programs ask: by its address, never what is in it.
  app.addHook('onSend', answered)
  // The share is given back; answers of one turn of the event loop are sent together, and what is not read is bounded.
  app.addHook('onSend', work.end)
}

import type { FastifyError, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import packageJson from '../../package.json' with { type: 'json' }
import type { Engine } from '../database/engine.ts'
import { CommerceError } from '../kernel/errors.ts'
import { asCommerceError, codesFor, errorBody } from './errors.ts'
import { watchLoopDelay } from './limits/loop-delay.ts'
import type { App, Services } from './routes.ts'
import { ErrorBody } from './schema.ts'

const Health = Type.Object({
  status: Type.String({
    description: '`ok`; `warning` where the core is well but something needs a person; `failing`.',
  }),
  version: Type.String(),
  database: Type.String({
    description:
      '`ok`; `failing` where the disk has refused something in the last minute, or the server was away; `damaged`.',
  }),
  backup: Type.Optional(
    Type.String({
      description:
        '`failing` where the backup that was due could not be made; left out where all is well. Nothing that was ' +
        'answered is lost, but there is no new copy of it.',
    }),
  ),
})

/** The error body, and the same fields beside. */
const Unwell = Type.Object(
  { ...Health.properties, ...ErrorBody.properties },
  { description: 'The database is damaged, or the disk fails.' },
)

/** Whether the core answers and its database can be read; no token needed. */
export function healthRoutes(app: App, { condition, database }: Services): void {
  const loopDelay = watchLoopDelay(app)
  app.get(
    '/health',
    {
      config: { goesAhead: true },
      schema: {
        operationId: 'getHealth',
        summary: 'Is the core well?',
        description:
          'Where it is not, the answer is 503 with the error body and the same fields. Answered also while other ' +
          'requests are refused. The header `Server-Timing` says how long the core has at most kept a request waiting in ' +
          'the last second: `event-loop;dur=` milliseconds.',
        tags: ['Extensions'],
        security: [],
        response: {
          200: Health,
          503: Unwell,
          '4xx': ErrorBody,
          '5xx': ErrorBody,
        },
      },
    },
    async (request, reply) => {
      reply.header('server-timing', `event-loop;dur=${loopDelay().toFixed(1)}`)
      try {
        await database.read(async (db) => db.selectFrom('settings').select('key').limit(1).execute())
      } catch (error) {
        request.log.error({ err: error }, 'the database cannot be read')
        condition.note(error)
        // Whatever kept it from reading: the database is not well now.
        const state = condition.state() === 'damaged' ? 'damaged' : 'failing'
        const known = asCommerceError(error as Error & FastifyError)
        const why = known.kind === 'ServiceUnavailable' ? known : reasons[state](database)
        return reply.code(503).send(unwell(request, state, why))
      }
      const state = condition.state()
      if (state !== 'ok') return reply.code(503).send(unwell(request, state, reasons[state](database)))
      const { version } = packageJson
      if (condition.isBackedUp()) return { status: 'ok', version, database: 'ok' }
      return { status: 'warning', version, database: 'ok', backup: 'failing' }
    },
  )
}

function unwell(request: FastifyRequest, database: 'failing' | 'damaged', why: CommerceError) {
  const { faults, kind } = why
  const { version } = packageJson
  return { status: 'failing', version, database, ...errorBody(kind, faults, codesFor(request, why)) }
}

const unavailable = (code: string, text: string): CommerceError =>
  new CommerceError('ServiceUnavailable', code, [{ text }])

/** Why the database is not well, as far as is remembered of it. */
const reasons = {
  failing: ({ location }: Pick<Engine, 'location'>) =>
    location.kind === 'postgres'
      ? unavailable(
          'database.unreachable',
          'The database server could not be reached a moment ago, or failed.',
        )
      : unavailable('disk.failing', 'The disk does not do what it is asked.'),
  damaged: () =>
    unavailable(
      'database.damaged',
      'The database is damaged. The next start of Backcounter offers the newest backup.',
    ),
}

import type { FastifyReply } from 'fastify'
import { keptVersion } from '../database/kept-changes.ts'
import type { Safekeeping } from '../database/safekeeping.ts'
import { fieldChanges } from '../history/field-changes.ts'
import { refusalOf } from '../history/record-events.ts'
import { etagOf, hasSeen } from '../http/etag.ts'
import { requireNamed } from '../http/require-named.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { timestamp } from '../kernel/clock.ts'
import { contextOf } from '../operations/context.ts'
import { requireSafekeeping } from './data-state.ts'
import { BackupPlan, BackupPlanBody, BackupPlanEvents } from './data.schema.ts'
import { holdsWholeData, requireWholeData } from './require-whole-data.ts'

const config = { scope: 'admin' } as const
const tags = ['Extensions']
/** What events and refusals call it; there is one. */
const NOUN = 'backup-plan'

/** How often backups are made by themselves and which are kept, guarded as the shop's records are. */
export function backupPlanRoutes(app: App, services: Services): void {
  const { database } = services

  const answer = (reply: FastifyReply, safekeeping: Safekeeping): BackupPlan => {
    reply.header('etag', etagOf(versionOf(safekeeping)))
    return { ...safekeeping.plan() }
  }
  app.get(
    '/data/plan',
    {
      config,
      schema: {
        operationId: 'getBackupPlan',
        'x-refuses': ['Conflict'],
        summary: 'Get how often backups are made by themselves, and which are kept',
        description: 'Its version is in the `ETag`.',
        tags,
        response: answers(BackupPlan),
      },
    },
    async (_request, reply) => Promise.resolve(answer(reply, requireSafekeeping(database))),
  )

  app.patch(
    '/data/plan',
    {
      config: { ...config, heedsIfMatch: true },
      schema: {
        operationId: 'changeBackupPlan',
        summary: 'Say how often backups are made by themselves, and which are kept',
        description:
          'What is left out stays as it is. It is kept beside the data: a restore does not change it. With the `ETag` that ' +
          'was seen in `If-Match` a change since is refused with who has made it. What changes nothing leaves the version.',
        tags,
        body: BackupPlanBody,
        response: answers(BackupPlan),
      },
    },
    async (request, reply) => {
      requireNamed(request.body, Object.keys(BackupPlanBody.properties))
      const safekeeping = requireSafekeeping(database)
      await database.read(async (db) => requireWholeData(db, contextOf(services, request)))
      const { ifMatch, name, now, storeId } = contextOf(services, request)
      // From here on nobody comes between: one process has the folder, and nothing is waited for.
      const version = versionOf(safekeeping)
      if (!hasSeen(ifMatch, version)) throw refusalOf(NOUN, version, eventsOf(safekeeping)[0])
      const before = safekeeping.plan()
      const { days, everyHours, newest, weeks } = { ...before, ...request.body }
      const plan = { everyHours, newest, days, weeks }
      const changes = fieldChanges({ ...before }, plan)
      if (changes.length === 0) return answer(reply, safekeeping)
      safekeeping.setPlan(plan, { version: version + 1, date: timestamp(now), actor: name, changes })
      services.events.publish({
        type: 'record.changed',
        noun: NOUN,
        id: NOUN,
        version: version + 1,
        storeId,
      })
      return answer(reply, safekeeping)
    },
  )

  app.get(
    '/data/plan/events',
    {
      config,
      schema: {
        operationId: 'listBackupPlanEvents',
        'x-refuses': ['Conflict'],
        summary: 'Get who has changed the plan of the backups, and how',
        description: 'Nothing of it for a program where there are other stores: it is their staff, too.',
        tags,
        response: answers(BackupPlanEvents),
      },
    },
    async (request) => {
      const safekeeping = requireSafekeeping(database)
      const isAll = await database.read(async (db) => holdsWholeData(db, contextOf(services, request)))
      return { events: isAll ? eventsOf(safekeeping) : [] }
    },
  )
}

const versionOf = (safekeeping: Safekeeping): number => keptVersion(safekeeping.planChanges())

const eventsOf = (safekeeping: Safekeeping): BackupPlanEvents['events'] =>
  safekeeping
    .planChanges()
    .map((change) => ({ ...change, kind: 'changed', changes: change.changes.map((each) => ({ ...each })) }))

import { setPersonAtDesk } from '../access/desk.repository.ts'
import { etagOf } from '../http/etag.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { conflict } from '../kernel/errors.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { contextOf, type Context } from '../operations/context.ts'
import { nounOf } from '../records/noun.ts'
import { approve, requireApprover } from './approve.ts'
import { ApprovalAnswer, ApprovalBody, Desk, DeskSessionBody, OwnPinBody } from './desk.schema.ts'
import { hashPin } from './pins.ts'
import { provePerson } from './prove-person.ts'
import { setPin } from './set-pin.ts'
import { staffNoun } from './staff.noun.ts'
import { takeDesk } from './take-desk.ts'
import { viewDesk } from './view-desk.ts'

const config = { scope: 'desk' } as const
const tags = ['Extensions']

/** Who is at the desk of a console. Its tokens stay the same; what they may do, and in whose name, is the person's. */
export function deskRoutes(app: App, services: Services): void {
  app.get(
    '/desk',
    {
      config,
      schema: {
        operationId: 'getDesk',
        summary: 'Get the desk of the console: who is at it, and who can take it',
        tags,
        response: answers(Desk),
      },
    },
    async (request) =>
      answerRead(services, request, async (db, context) =>
        viewDesk(db, context.storeId, grantOf(context), context.desk?.person),
      ),
  )

  // A PUT, not a POST: nothing of a PIN is kept for an Idempotency-Key.
  app.put(
    '/desk/session',
    {
      config,
      schema: {
        operationId: 'takeDesk',
        summary: 'Take the desk with a PIN',
        description:
          'From then on the console may do what the role of the person allows, and histories say their name; who was at ' +
          'the desk before is not any more. Forbidden where the PIN is wrong; after some wrong ones it has to be waited ' +
          'for the next try (`Retry-After`), whichever desk or process they came from.',
        tags,
        body: DeskSessionBody,
        response: answers(Desk),
      },
    },
    async (request, reply) => {
      const { now, storeId } = contextOf(services, request)
      const proved = await provePerson(services.database, storeId, now, request.body)
      return answerWrite(services, request, reply, async (db, context) => {
        const { id, name, role } = await takeDesk(db, context, grantOf(context), proved)
        return { value: await viewDesk(db, storeId, grantOf(context), { id, name, role }) }
      })
    },
  )

  // As with `/desk/session`, a PUT.
  app.put(
    '/desk/approval',
    {
      config,
      schema: {
        operationId: 'approveStep',
        'x-refuses': ['Conflict'],
        summary: 'Approve one step of whoever is at the desk',
        description:
          'Somebody who may do what whoever is at the desk may not proves it with their PIN, as at the lock. The answer goes into the ' +
          'header `Approval` of the request that does it: within two minutes, at this desk, by the same person, and once; what is ' +
          'refused leaves it good. Histories say who has done it, and in brackets who has approved it: `Ava (✓ Mia)`. ' +
          '`people` of the desk says who can approve what.',
        tags,
        body: ApprovalBody,
        response: answers(ApprovalAnswer),
      },
    },
    async (request, reply) => {
      const context = contextOf(services, request)
      const { now, storeId } = context
      const { scope, ...said } = request.body
      await services.database.read(async (db) => requireApprover(db, context, request.body))
      const proved = await provePerson(services.database, storeId, now, said)
      return answerWrite(services, request, reply, async (db, again) => ({
        value: await approve(db, again, proved, scope),
      }))
    },
  )

  // As with `/desk/session`, a PUT.
  app.put(
    '/desk/pin',
    {
      config,
      schema: {
        operationId: 'changeOwnPin',
        'x-refuses': ['Conflict'],
        summary: 'Change the PIN of whoever is at the desk',
        description:
          'They prove to know the old one; wrong ones count as at the lock. Other desks that they are at are locked.',
        tags,
        body: OwnPinBody,
        response: answers(Desk),
      },
    },
    async (request, reply) => {
      const { desk, now, storeId } = contextOf(services, request)
      const staffId = desk?.person?.id
      if (staffId === undefined)
        throw conflict('desk.nobody', 'Nobody is at the desk, so it is nobody’s PIN.')
      const { newPin, pin } = request.body
      const proved = await provePerson(services.database, storeId, now, { staffId, pin })
      const pinHash = await hashPin(newPin)
      return answerWrite(services, request, reply, async (db, context) => {
        // It is of the PIN that was proved: somebody may have given them another meanwhile.
        const seen = { ...context, ifMatch: etagOf(proved.version) }
        const { id, version } = await setPin(db, seen, staffId, pinHash)
        return {
          value: await viewDesk(db, storeId, grantOf(context), context.desk?.person),
          changes: [{ type: 'record.changed' as const, noun: nounOf(staffNoun), id, version }],
        }
      })
    },
  )

  app.delete(
    '/desk/session',
    {
      config,
      schema: {
        operationId: 'leaveDesk',
        summary: 'Lock the desk',
        description:
          'The console may do nothing more until somebody takes it. Without staff there is nothing to lock.',
        tags,
        response: answers(Desk),
      },
    },
    async (request, reply) =>
      answerWrite(services, request, reply, async (db, context) => {
        await setPersonAtDesk(db, grantOf(context), null)
        return { value: await viewDesk(db, context.storeId, grantOf(context), undefined) }
      }),
  )
}

function grantOf({ desk }: Context): string {
  if (!desk) throw new Error('Consoles alone have the scope desk.')
  return desk.grantId
}

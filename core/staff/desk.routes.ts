import { findPerson, setPersonAtDesk } from '../access/desk.repository.ts'
import { dropGuesses } from '../access/wrong-guesses.ts'
import { answers, type App, type Services } from '../http/routes.ts'
import { answerRead, answerWrite } from '../operations/answer.ts'
import { contextOf, type Context } from '../operations/context.ts'
import { Desk, DeskSessionBody } from './desk.schema.ts'
import { provePerson, wrongPin } from './prove-person.ts'
import { findStaff } from './staff.repository.ts'
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
        const person = await findPerson(db, storeId, proved.id)
        const isSame = (await findStaff(db, storeId, proved.id))?.pinHash === proved.pinHash
        // They have left, or been given another PIN, while theirs was looked at.
        if (!person || !isSame) throw wrongPin()
        await dropGuesses(db, person.id)
        await setPersonAtDesk(db, grantOf(context), person.id)
        return { value: await viewDesk(db, storeId, grantOf(context), person) }
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

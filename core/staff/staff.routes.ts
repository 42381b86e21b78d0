import { answers, idParams, type App, type Services } from '../http/routes.ts'
import { answerWrite } from '../operations/answer.ts'
import { nounOf } from '../records/noun.ts'
import { recordRoutes } from '../records/record.routes.ts'
import { hashPin } from './pins.ts'
import { setPin } from './set-pin.ts'
import { memberView, staffNoun } from './staff.noun.ts'
import { PinBody, StaffMember } from './staff.schema.ts'

export const manageStaffRoutes = recordRoutes(staffNoun)

export function pinRoutes(app: App, services: Services): void {
  // No POST: what comes with an Idempotency-Key is kept as a digest, and of so few digits that is as good as the PIN.
  app.put(
    '/manage/staff/:id/pin',
    {
      config: { scope: 'admin', heedsIfMatch: true },
      schema: {
        operationId: 'setPin',
        summary: 'Give somebody of the staff a PIN',
        description:
          'Kept as a digest only (scrypt). Other desks that they are at are locked, and they wait for no wrong PIN of before.',
        tags: ['Extensions'],
        params: idParams('id'),
        body: PinBody,
        response: answers(StaffMember),
      },
    },
    async (request, reply) => {
      const pinHash = await hashPin(request.body.pin)
      return answerWrite(services, request, reply, async (db, context) => {
        const record = await setPin(db, context, request.params.id, pinHash)
        const { id, version } = record
        const changes = [{ type: 'record.changed' as const, noun: nounOf(staffNoun), id, version }]
        return { value: memberView(record), version, changes }
      })
    },
  )
}

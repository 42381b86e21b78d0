import { answers, idParams, type App, type Services } from '../../http/routes.ts'
import { answerWrite } from '../../operations/answer.ts'
import { changeMembers } from './change-members.ts'
import { MembersAnswer, MembersBody } from './managed-customer.schema.ts'

const description =
  'Their members are at `/manage/customers?customerGroupId=` and `?organizationId=`. Who belongs there already, or does ' +
  'not, stays as they are; all of it is done or nothing.'

/** Who belongs to customer groups and organizations. */
export function memberRoutes(app: App, services: Services): void {
  const route = (
    path: string,
    kind: 'group' | 'organization',
    said: { operationId: string; summary: string },
  ): void =>
    void app.post(
      `/manage/${path}/:id/members`,
      {
        config: { scope: 'manage' },
        schema: {
          ...said,
          description,
          tags: ['Extensions'],
          params: idParams('id'),
          body: MembersBody,
          response: answers(MembersAnswer),
        },
      },
      async (request, reply) =>
        answerWrite(services, request, reply, async (db, context) => {
          const changes = await changeMembers(db, context, kind, request.params.id, request.body)
          return { value: { success: true, changed: changes.length }, changes }
        }),
    )
  route('customer-groups', 'group', {
    operationId: 'changeCustomerGroupMembers',
    summary: 'Change who belongs to a customer group',
  })
  route('organizations', 'organization', {
    operationId: 'changeOrganizationMembers',
    summary: 'Change who belongs to an organization',
  })
}

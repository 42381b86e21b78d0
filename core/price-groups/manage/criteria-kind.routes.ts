import { answers, type App } from '../../http/routes.ts'
import { criterionKinds } from '../criteria/index.ts'
import { CriteriaKindsAnswer, type CriterionParametersSchema } from './price-group.schema.ts'

/** What criteria of price groups can be made of, whatever kinds modules have registered. */
export function criteriaKindRoutes(app: App): void {
  app.get(
    '/manage/price-groups/criteria-kinds',
    {
      config: { scope: 'staff' },
      schema: {
        operationId: 'listCriteriaKinds',
        summary: 'Get the kinds of criteria that price groups can have',
        description: 'Each with the JSON schema of its parameters, of which an editor is made.',
        tags: ['Extensions'],
        response: answers(CriteriaKindsAnswer),
      },
    },
    () => ({
      criteriaKinds: criterionKinds().map(({ kind, parameters }) => ({
        kind,
        parameters: parameters as unknown as CriterionParametersSchema,
      })),
    }),
  )
}

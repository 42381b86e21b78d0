import { Type, type Static } from 'typebox'
import {
  CultureCode,
  CurrencyCode,
  formed,
  Id,
  Nullable,
  NextPagingToken,
  PageQuery,
} from '../http/schema.ts'
import { filterParameters } from './criteria/index.ts'

/** Section 2.9. */
export const PriceGroup = Type.Object({ id: Id, name: Type.String() })
export type PriceGroup = Static<typeof PriceGroup>

export const PriceGroupsQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: CultureCode,
  currency: Type.Optional(CurrencyCode),
  ...filterParameters(),
})
export const PriceGroupsAnswer = Type.Object({
  priceGroups: Type.Array(PriceGroup),
  nextPagingToken: NextPagingToken,
})
export type PriceGroupsAnswer = Static<typeof PriceGroupsAnswer>

export const EvaluationQuery = Type.Object({
  cultureCode: Type.Optional(CultureCode),
  ...filterParameters(),
})
/** A value of a criterion, or of the sale, with the name of the record that it identifies. */
const CriterionValue = { value: Type.String(), name: Nullable(Type.String()) }

export const EvaluationAnswer = Type.Object({
  valid: Type.Boolean({ description: 'Criteria of one kind are alternatives; every kind is required.' }),
  criteria: Type.Array(
    Type.Object({
      kind: Type.String({ examples: ['customerGroup'] }),
      description: Type.String({ description: 'What it asks for.' }),
      valid: Type.Boolean(),
      reason: Type.String({ description: 'Why it holds or not.' }),
      asked: Type.Array(
        Type.Object({
          parameter: Type.String({ examples: ['customerGroup', 'key', 'value', 'from', 'weekday'] }),
          ...CriterionValue,
        }),
        { description: 'What it is set up with, for whoever says it in other words: moments are ISO 8601.' },
      ),
      found: Type.Array(Type.Object(CriterionValue), {
        description:
          'What it has looked at: the groups or organizations of the sale, the value of the property, or the moment.',
      }),
      inheritedFrom: Nullable(PriceGroup),
    }),
  ),
})
export type EvaluationAnswer = Static<typeof EvaluationAnswer>

export const EvaluationsQuery = Type.Object({
  ...PageQuery.properties,
  cultureCode: Type.Optional(CultureCode),
  currency: Type.Optional(CurrencyCode),
  at: Type.Optional(
    Type.String({
      ...formed('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$', 'a time such as 2026-11-21T17:30'),
      description:
        'The time on the clock of the store to ask for, such as 2026-11-21T17:30; left out, it is now.',
    }),
  ),
  ...filterParameters(),
})

/** A price group as it stands for a sale. */
export const ListedEvaluation = Type.Object({
  ...PriceGroup.properties,
  currency: Type.String(),
  baseGroup: Nullable(PriceGroup),
  ...EvaluationAnswer.properties,
})
export type ListedEvaluation = Static<typeof ListedEvaluation>
export const EvaluationsAnswer = Type.Object({
  priceGroups: Type.Array(ListedEvaluation),
  nextPagingToken: NextPagingToken,
})
export type EvaluationsAnswer = Static<typeof EvaluationsAnswer>

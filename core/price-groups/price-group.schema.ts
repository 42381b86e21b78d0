import { Type, type Static } from 'typebox'
import { CultureCode, CurrencyCode, Id, Nullable, NextPagingToken, PageQuery } from '../http/schema.ts'
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
export const EvaluationAnswer = Type.Object({
  valid: Type.Boolean({ description: 'Criteria of one kind are alternatives; every kind is required.' }),
  criteria: Type.Array(
    Type.Object({
      kind: Type.String({ examples: ['customerGroup'] }),
      description: Type.String({ description: 'What it asks for.' }),
      valid: Type.Boolean(),
      reason: Type.String({ description: 'Why it holds or not.' }),
      inheritedFrom: Nullable(PriceGroup),
    }),
  ),
})
export type EvaluationAnswer = Static<typeof EvaluationAnswer>

import { Type, type Static } from 'typebox'
import { CurrencyCode, Id, Nullable, PROPERTY_VALUE_LENGTH, RequiredText, Text } from '../../http/schema.ts'
import { listed } from '../../kernel/listed.ts'
import { listOf, Names, patchOf, RecordState, Version } from '../../records/record.schema.ts'
import { TaxFraction } from '../../tax-rates/tax-rate.schema.ts'
import type { Holds } from '../criteria/index.ts'

const GroupCriterion = Type.Object({
  kind: RequiredText(100),
  parameters: Type.Record(Type.String(), Type.Array(Text(PROPERTY_VALUE_LENGTH), { maxItems: 500 }), {
    maxProperties: 20,
    description: 'As the schema of the kind has them: `/manage/price-groups/criteria-kinds`.',
    examples: [{ key: ['vat-number'], value: ['checked'] }],
  }),
})
const Criteria = Type.Array(GroupCriterion, {
  maxItems: 100,
  description:
    'Who gets it, and when: of one kind one must hold, and of every kind one. Empty, everybody does.',
})
const Base = Nullable(
  Type.String({
    ...Id,
    description:
      'The group that it derives from: prices that it has not itself, its tax rate and its criteria. At most ten deep.',
  }),
)
const Priority = Type.Integer({
  minimum: -1_000_000,
  maximum: 1_000_000,
  description: 'Of several that are valid, the highest is the best.',
})
const GroupTaxRate = Nullable(
  Type.Number({
    ...TaxFraction,
    description:
      'In the place of that of goods and deliveries: a fraction, 0.25 is 25 %. Null leaves it to the base group, then to ' +
      'them. Not read where `taxRateId` names a rate: it is that one’s.',
  }),
)
const GroupTaxRateId = Nullable(
  Type.String({ ...Id, description: 'A tax rate of the store, with which the group’s changes.' }),
)

/** A whole price group. Left out, it derives from none, has priority 0, no tax rate and no criteria. */
export const PriceGroupBody = Type.Object({
  names: Names,
  currency: CurrencyCode,
  basePriceGroupId: Type.Optional(Base),
  priority: Type.Optional(Priority),
  taxRate: Type.Optional(GroupTaxRate),
  taxRateId: Type.Optional(GroupTaxRateId),
  criteria: Type.Optional(Criteria),
  state: Type.Optional(RecordState),
})
export type PriceGroupBody = Static<typeof PriceGroupBody>

export const PriceGroupPatch = patchOf(PriceGroupBody)

export const ManagedPriceGroup = Type.Object({
  id: Id,
  version: Version,
  names: Names,
  currency: Type.String(),
  basePriceGroupId: Base,
  priority: Priority,
  taxRate: GroupTaxRate,
  taxRateId: GroupTaxRateId,
  criteria: Criteria,
  state: RecordState,
})
export type ManagedPriceGroup = Static<typeof ManagedPriceGroup>

export const ManagedPriceGroupsAnswer = listOf('priceGroups', ManagedPriceGroup)
export type ManagedPriceGroupsAnswer = Static<typeof ManagedPriceGroupsAnswer>

export type { HeldRecord } from '../criteria/index.ts'

/** What an entry may be, and how it is written. */
const HOLDS: Readonly<Record<Holds, string>> = {
  'customer-group': 'customer-group',
  organization: 'organization',
  moment: 'moment (of ISO 8601; without a zone, on the clock of the store)',
  weekday: 'weekday (1 is Monday)',
  'time-of-day': 'time-of-day',
}

/** A kind of criterion, with the JSON schema of its parameters. */
export const CriteriaKind = Type.Object({
  kind: Type.String({ examples: ['timeWindow'] }),
  parameters: Type.Unsafe<CriterionParametersSchema>(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The JSON schema of its parameters, each a list of texts. What an entry is, where it is more than a text, is its ' +
          `\`x-holds\`: ${listed(Object.values(HOLDS), 'or')}.`,
      },
    ),
  ),
})
export type CriteriaKind = Static<typeof CriteriaKind>

/** As far as an editor needs to know it. */
export interface CriterionParametersSchema {
  readonly required?: readonly string[]
  readonly properties: Readonly<
    Record<
      string,
      {
        readonly maxItems?: number
        readonly items?: { readonly pattern?: string; readonly 'x-holds'?: Holds }
      }
    >
  >
}

export const CriteriaKindsAnswer = Type.Object({ criteriaKinds: Type.Array(CriteriaKind) })
export type CriteriaKindsAnswer = Static<typeof CriteriaKindsAnswer>

import { Type, type Static, type TSchema, type TString } from 'typebox'
import { PROPERTY_VALUE_LENGTH } from '../../http/schema.ts'
import type { FieldFault } from '../../records/field-faults.ts'

/** The parameters of a stored criterion: each name with its values. */
export type Parameters = Readonly<Record<string, readonly string[]>>

/** One condition of a price group. */
export interface Criterion {
  readonly kind: string
  readonly parameters: Parameters
}

/** What is known of the sale that a price group is asked for. */
export interface Facts {
  readonly now: Date
  readonly timeZone: string
  /** Groups and organizations that are given, or that the given customer belongs to. */
  readonly customerGroups: ReadonlySet<string>
  readonly organizations: ReadonlySet<string>
  /** Every `filters-*` of the request, by its key. */
  readonly properties: ReadonlyMap<string, string>
}

export interface Verdict {
  readonly valid: boolean
  /** Why, in plain words. */
  readonly reason: string
}

/** The name of a customer group or an organization. */
export type NameOf = (id: string) => string

/** Records of the store whose ids a value may be; `held-records.repository.ts` knows their names. */
const HELD_RECORDS = ['customer-group', 'organization'] as const
export type HeldRecord = (typeof HELD_RECORDS)[number]

/** What a value of a criterion is, for whoever checks it or offers a choice: the id of a record, or a time. */
export type Holds = HeldRecord | 'moment' | 'weekday' | 'time-of-day'

export const isHeldRecord = (holds: Holds | undefined): holds is HeldRecord =>
  HELD_RECORDS.some((record) => record === holds)

/** A value of a parameter. */
export const Held = (
  holds: Holds,
  options: { readonly pattern?: string; readonly description?: string } = {},
) => Type.String({ maxLength: PROPERTY_VALUE_LENGTH, ...options, 'x-holds': holds })

/** Values of which one must be the case. */
export const oneOf = <T extends TSchema>(value: T) => Type.Array(value, { minItems: 1, maxItems: 500 })

/** A value that stands alone. */
export const alone = <T extends TSchema>(value: T) => Type.Array(value, { minItems: 1, maxItems: 1 })

/**
 * A kind of criterion. Each is a module of its own that registers itself with its parameters' schema; one that wants
 * something of the request reads it from the properties.
 */
export interface CriterionKind<S extends TSchema = TSchema> {
  readonly kind: string
  /** Each a list of texts; what an entry is, where it is more than a text, is its `x-holds`. */
  readonly parameters: S
  /** What it reads of a request, each `filters-KEY` by its key: validated, and in the OpenAPI document, as it is here. */
  readonly filters?: Readonly<Record<string, TString>>
  /** What keeps right parameters from making sense together, each with the parameter's name. */
  refuse?(parameters: Static<S>): readonly FieldFault[]
  /** What it asks for, in plain words. */
  describe(parameters: Static<S>, nameOf: NameOf): string
  check(parameters: Static<S>, facts: Facts, nameOf: NameOf): Verdict
  /** What it has looked at in the sale, as its parameters would say it: for whoever tells it in other words. */
  find(parameters: Static<S>, facts: Facts): readonly string[]
}

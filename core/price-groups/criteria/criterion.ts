import type { Static, TSchema, TString } from 'typebox'

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

/**
 * A kind of criterion. Each is a module of its own that registers itself with its parameters' schema; one that wants
 * something of the request reads it from the properties.
 */
export interface CriterionKind<S extends TSchema = TSchema> {
  readonly kind: string
  readonly parameters: S
  /** What it reads of a request, each `filters-KEY` by its key: validated, and in the OpenAPI document, as it is here. */
  readonly filters?: Readonly<Record<string, TString>>
  /** What it asks for, in plain words. */
  describe(parameters: Static<S>, nameOf: NameOf): string
  check(parameters: Static<S>, facts: Facts, nameOf: NameOf): Verdict
  /** What it has looked at in the sale, as its parameters would say it: for whoever tells it in other words. */
  find(parameters: Static<S>, facts: Facts): readonly string[]
}

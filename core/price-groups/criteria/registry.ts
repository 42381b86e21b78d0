import { Type, type TOptional, type TSchema, type TString } from 'typebox'
import { Value } from 'typebox/value'
import type { Criterion, CriterionKind, Facts, NameOf, Parameters, Verdict } from './criterion.ts'

const kinds = new Map<string, CriterionKind>()

/** Makes a kind of criterion known. A kind has one module. */
export function registerCriterionKind<S extends TSchema>(kind: CriterionKind<S>): void {
  if (kinds.has(kind.kind)) throw new Error(`The criterion ${kind.kind} is registered twice.`)
  kinds.set(kind.kind, kind)
}

/** What the registered kinds read of a request, by the names of the query's parameters. */
export function filterParameters(): Record<`filters-${string}`, TOptional<TString>> {
  const filters = [...kinds.values()].flatMap((kind) => Object.entries(kind.filters ?? {}))
  return Object.fromEntries(filters.map(([key, schema]) => [`filters-${key}`, Type.Optional(schema)]))
}

/** Whether a criterion holds. One that nobody knows, or that is set up wrongly, never does. */
export function checkCriterion({ kind: name, parameters }: Criterion, facts: Facts, nameOf: NameOf): Verdict {
  const kind = kinds.get(name)
  if (!kind) return { valid: false, reason: 'this version knows no such criterion' }
  if (!isSetUpRightly(kind, parameters)) {
    return { valid: false, reason: 'the criterion is not set up rightly' }
  }
  return kind.check(parameters, facts, nameOf)
}

/** What a criterion has looked at in the sale; nothing where it is not known or not set up rightly. */
export function findOfCriterion({ kind: name, parameters }: Criterion, facts: Facts): readonly string[] {
  const kind = kinds.get(name)
  return kind && isSetUpRightly(kind, parameters) ? kind.find(parameters, facts) : []
}

/** Parameters that were found right: they are remembered, and what is remembered never changes. */
const right = new WeakMap<Parameters, CriterionKind>()

function isSetUpRightly(kind: CriterionKind, parameters: Parameters): boolean {
  if (right.get(parameters) === kind) return true
  const isRight = Value.Check(kind.parameters, parameters)
  if (isRight) right.set(parameters, kind)
  return isRight
}

/** What a criterion asks for, in plain words. */
export function describeCriterion({ kind: name, parameters }: Criterion, nameOf: NameOf): string {
  const kind = kinds.get(name)
  return kind && isSetUpRightly(kind, parameters) ? kind.describe(parameters, nameOf) : name
}

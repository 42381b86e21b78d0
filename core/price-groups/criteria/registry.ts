import { Type, type TOptional, type TSchema, type TString } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Value } from 'typebox/value'
import { formOf } from '../../http/schema.ts'
import { fieldFault, type FieldFault } from '../../records/field-faults.ts'
import {
  isHeldRecord,
  type Criterion,
  type CriterionKind,
  type Facts,
  type HeldRecord,
  type Holds,
  type NameOf,
  type Parameters,
  type Verdict,
} from './criterion.ts'

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

/** Every kind with the schema of its parameters. */
export const criterionKinds = (): readonly Pick<CriterionKind, 'kind' | 'parameters'>[] => [...kinds.values()]

/** What the values of a parameter are, where they are more than texts. */
export const heldBy = (kind: string, parameter: string): Holds | undefined =>
  listedOf(kinds.get(kind))[parameter]?.items?.['x-holds']

function listedOf(kind: CriterionKind | undefined): Readonly<Record<string, Listed | undefined>> {
  const schema: { properties?: Readonly<Record<string, Listed>> } = kind?.parameters ?? {}
  return schema.properties ?? {}
}

/**
 * What is wrong with the set-up of a criterion, each with the place in it.
 * @param isThere whether the store has what a value names
 */
export function faultsOfCriterion(
  { kind: name, parameters }: Criterion,
  isThere: (holds: HeldRecord, id: string) => boolean,
): readonly FieldFault[] {
  const kind = kinds.get(name)
  if (!kind) return [fieldFault('kind', 'criterion.kind', { kinds: [...kinds.keys()].join(', ') })]
  const at = (field: string): string => (field === '' ? 'parameters' : `parameters.${field}`)
  const faults = Object.keys(parameters)
    .filter((parameter) => !Object.hasOwn(listedOf(kind), parameter))
    .map((parameter) => fieldFault(at(parameter), 'criterion.parameter', { kind: name }))
  for (const error of Value.Errors(kind.parameters, parameters)) {
    const { instancePath, keyword, params } = error
    const missing = keyword === 'required' ? params.requiredProperties : []
    const path = instancePath.slice(1).replaceAll('/', '.')
    if (missing.length > 0) faults.push(...missing.map((field) => fieldFault(at(field), 'field.required')))
    else faults.push(faultOfValue(at(path), error))
  }
  if (faults.length > 0) return faults
  const unknown = Object.entries(parameters).flatMap(([parameter, values]) => {
    const holds = heldBy(name, parameter)
    return values.flatMap((value, index) =>
      !isHeldRecord(holds) || isThere(holds, value)
        ? []
        : [fieldFault(at(`${parameter}.${index}`), `${holds}.not-found`)],
    )
  })
  const senseless = (kind.refuse?.(parameters) ?? []).map((fault) => ({ ...fault, field: at(fault.field) }))
  return [...unknown, ...senseless]
}

/** What is wrong with the values of a parameter. */
function faultOfValue(field: string, { keyword, params }: TLocalizedValidationError): FieldFault {
  switch (keyword) {
    case 'maxItems':
    case 'maxLength':
    case 'minLength':
      return fieldFault(field, `criterion.${keyword}`, { limit: params.limit })
    case 'pattern':
      return fieldFault(field, 'criterion.pattern', { form: formOf(String(params.pattern)) })
    default:
      return fieldFault(field, 'criterion.invalid')
  }
}

/** A parameter: a list of values, which may say what they are. */
interface Listed {
  readonly items?: { readonly 'x-holds'?: Holds }
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

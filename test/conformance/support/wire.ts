import { fieldsOf } from '../../support/answer.ts'

/** A wire type of the contract and of the decisions on it: what a value of it looks like in JSON. */
export interface Wire {
  readonly name: string
  readonly fault: (value: unknown) => string | undefined
}

export const wire = (name: string, holds: (value: unknown) => boolean): Wire => ({
  name,
  fault: (value) => (holds(value) ? undefined : `${JSON.stringify(value)} is not ${name}`),
})

const matches = (name: string, pattern: RegExp): Wire =>
  wire(name, (value) => typeof value === 'string' && pattern.test(value))

/** Major units of a currency with two decimals, and not one digit more. */
const isAmount = (value: unknown): boolean => typeof value === 'number' && Number(value.toFixed(2)) === value

export const guid = matches(
  'a lower-case GUID, version 7',
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
)
export const dateTime = matches('a date in UTC with milliseconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const culture = matches('a culture code', /^[a-z]{2,3}(-[A-Z][a-z]{3})?-[A-Z]{2}$/)
export const text = wire('a text', (value) => typeof value === 'string')
export const filled = matches('a text that says something', /\S/)
export const amount = wire('an amount in major units', isAmount)
export const positive = wire('an amount above nothing', (value) => isAmount(value) && (value as number) > 0)
export const rate = wire('a fraction', (value) => typeof value === 'number' && value >= 0 && value < 1)
export const whole = wire('a whole number', (value) => Number.isInteger(value))
export const quantity = wire(
  'a whole number above nothing',
  (value) => Number.isInteger(value) && (value as number) > 0,
)
export const truth = wire('true or false', (value) => typeof value === 'boolean')

export const said = (expected: unknown): Wire => wire(JSON.stringify(expected), (value) => value === expected)

export const nullable = ({ name, fault }: Wire): Wire => ({
  name: `${name}, or null`,
  fault: (value) => (value === null ? undefined : fault(value)),
})

/** A list in which every element is of a type. */
export const listOf = (element: Wire, least = 0): Wire => ({
  name: `a list of ${element.name}`,
  fault: (value) => {
    if (!Array.isArray(value)) return `${JSON.stringify(value)} is not a list`
    if (value.length < least) return `a list of ${value.length}, expected at least ${least}`
    return value.map(element.fault).find((fault) => fault !== undefined)
  },
})

export type Fields = Readonly<Record<string, Wire>>

/** An object with exactly these fields. */
export const record = (fields: Fields): Wire => ({
  name: `an object of ${Object.keys(fields).join(', ')}`,
  fault: (value) => {
    if (typeof value !== 'object' || value === null) return `${JSON.stringify(value)} is not an object`
    const [found, expected] = [fieldsOf(value), fieldsOf(fields)]
    const added = found.filter((name) => !expected.includes(name))
    const missing = expected.filter((name) => !found.includes(name))
    if (added.length + missing.length > 0)
      return `fields that are not expected: ${added.join(', ') || 'none'}; that are missing: ${missing.join(', ') || 'none'}`
    return Object.entries(fields)
      .map(([name, { fault }]) => {
        const inside = fault((value as Record<string, unknown>)[name])
        return inside === undefined ? undefined : `${name}: ${inside}`
      })
      .find((fault) => fault !== undefined)
  },
})

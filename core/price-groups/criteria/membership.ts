import { Type, type TString } from 'typebox'
import { Id } from '../../http/schema.ts'
import { listed } from '../../kernel/listed.ts'
import type { NameOf, Verdict } from './criterion.ts'

/** Whom the sale is to. */
export const customer = filterId('The customer, with the groups and the organization they belong to.')

/** A filter that takes an identifier. */
export function filterId(description: string): TString {
  return Type.String({ ...Id, description })
}

/** What criteria of belonging share: one of the wanted circles must be among those of the sale. */
export function checkMembership(
  circle: string,
  wanted: readonly string[],
  given: ReadonlySet<string>,
  nameOf: NameOf,
): Verdict {
  const found = wanted.find((id) => given.has(id))
  if (found !== undefined) return { valid: true, reason: `the ${circle} is ${nameOf(found)}` }
  if (given.size === 0) return { valid: false, reason: `no ${circle} is known` }
  return { valid: false, reason: `the ${circle} is ${listed([...given].map(nameOf), 'or')}` }
}

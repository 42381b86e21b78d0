import type { NameOf, Verdict } from './criterion.ts'

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
  return { valid: false, reason: `the ${circle} is ${listed([...given].map(nameOf))}` }
}

const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** "A, B or C". */
export const listed = (words: readonly string[]): string => disjunction.format(words)

import { pastedIds } from '../kernel/pasted.ts'
import { indexTerms, isPart, otherSpellings, searchTerms, wordParts } from '../kernel/search-terms.ts'

/** Those in a state; all where none is asked for. */
export const recordsIn = <R extends { readonly state: string }>(
  records: readonly R[],
  state: R['state'] | undefined,
): readonly R[] => (state === undefined ? records : records.filter((record) => record.state === state))

/**
 * Those of a store's few records that a search means: it holds their id, as it is pasted, or every word of it begins a word of
 * theirs, or stands within one, in another spelling where there are none so. An empty one means all.
 * @param texts what a record is found by, besides
 */
export function searchRecords<R extends { readonly id: string }>(
  records: readonly R[],
  search: string | undefined,
  texts: (record: R) => readonly string[],
): readonly R[] {
  const ids = pastedIds(search ?? '')
  const pasted = records.filter(({ id }) => ids.includes(id))
  if (pasted.length > 0) return pasted
  const words = searchTerms(search)
  if (words.length === 0) return search?.trim() ? [] : records
  const withTerms = records.map((record) => ({ record, terms: indexTerms(...texts(record)) }))
  for (const way of [words, ...otherSpellings(search ?? '')]) {
    const found = withTerms.filter(({ terms }) => way.every((word) => isIn(terms, word)))
    if (found.length > 0) return found.map(({ record }) => record)
  }
  return []
}

function isIn(terms: readonly string[], word: string): boolean {
  const begins = (some: readonly string[]) => some.some((term) => term.startsWith(word))
  return begins(terms) || (isPart(word) && begins(terms.flatMap(wordParts)))
}

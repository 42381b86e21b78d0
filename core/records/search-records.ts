import { searchTerms } from '../kernel/search-terms.ts'

/**
 * Those of a store's few records that a search means: every word of it begins a word of theirs. An empty one means all.
 * @param texts what a record is found by
 */
export function searchRecords<R>(
  records: readonly R[],
  search: string | undefined,
  texts: (record: R) => readonly string[],
): readonly R[] {
  const words = searchTerms(search)
  if (words.length === 0) return search?.trim() ? [] : records
  return records.filter((record) => {
    const terms = searchTerms(...texts(record))
    return words.every((word) => terms.some((term) => term.startsWith(word)))
  })
}

import type { Search } from '../database/queries/find-terms.ts'
import { codeTerm, indexTerms, otherSpellings, searchTerms } from '../kernel/search-terms.ts'

/**
 * The terms by which something that is sold is found, each once: words of its names in every culture, its codes whole.
 * @param names of the product and of the variant
 * @param codes sku, variant sku and barcodes
 */
export const productTerms = (names: readonly string[], codes: readonly (string | null)[]): string[] => [
  ...new Set([...indexTerms(...names), ...codes.filter((code) => code !== null).map(codeTerm)]),
]

/** What finds it: a code from its beginning, or each word from the beginning of one or within it. */
export const productSearch = (search: string): Search => ({
  whole: [],
  ways: [[codeTerm(search)], searchTerms(search)],
  otherwise: otherSpellings(search),
  isWithin: true,
})

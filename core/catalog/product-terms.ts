import { codeTerm, indexTerms } from '../kernel/search-terms.ts'

/**
 * The terms by which something that is sold is found, each once: words of its names in every culture, its codes whole.
 * @param names of the product and of the variant
 * @param codes sku, variant sku and barcodes
 */
export const productTerms = (names: readonly string[], codes: readonly (string | null)[]): string[] => [
  ...new Set([...indexTerms(...names), ...codes.filter((code) => code !== null).map(codeTerm)]),
]

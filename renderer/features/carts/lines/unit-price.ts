import type { Product } from '../../../api/catalog.ts'

/** The shelf price of goods that are in no cart yet; the line's own tax is the core's to compute. */
export function withTax({ price, taxRate }: Pick<Product, 'price' | 'taxRate'>): number {
  return price * (1 + taxRate)
}

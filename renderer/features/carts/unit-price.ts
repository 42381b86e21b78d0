import type { CartLine } from '../../api/carts.ts'
import type { Product } from '../../api/catalog.ts'

/** What one unit of a line costs, discount and tax included, as the core has computed its parts. */
export function unitPriceOf({
  price,
  unitDiscount,
  tax,
}: Pick<CartLine, 'price' | 'unitDiscount' | 'tax'>): number {
  return price - (unitDiscount ?? 0) + tax
}

/** The shelf price of goods that are in no cart yet; the line's own tax is the core's to compute. */
export function withTax({ price, taxRate }: Pick<Product, 'price' | 'taxRate'>): number {
  return price * (1 + taxRate)
}

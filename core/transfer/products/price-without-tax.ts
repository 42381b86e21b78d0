import { share, toMajor, type Minor, type Ppm } from '../../kernel/money.ts'
import { withoutTax } from '../../pricing/without-tax.ts'
import type { Row } from '../csv-rows.ts'
import type { RoundedPrice } from '../transfer.schema.ts'
import type { Reading } from './product-file.ts'

/**
 * The price without tax of a cell that names no group, which is with tax where the file says so.
 * @param rate of the product
 * @param rounded is told of a price that no price without tax comes to
 */
export function priceWithoutTax(
  { groupTaxRate, includesTax, priceGroupId, shelf }: Reading,
  row: Row,
  price: Minor,
  rate: Ppm,
  rounded: RoundedPrice[],
): Minor {
  if (!includesTax) return price
  const taxRate = groupTaxRate ?? rate
  const net = withoutTax(price, taxRate)
  const stored = net + share(net, taxRate)
  const currency = shelf.priceGroups.get(priceGroupId)?.currency ?? ''
  if (stored !== price)
    rounded.push({
      line: row.line,
      price: toMajor(price, currency),
      stored: toMajor(stored, currency),
      currency,
    })
  return net
}

import { patiently } from '../../api/connection.ts'
import type { Order } from '../../api/orders.ts'
import { listManagedProducts } from '../../api/products.ts'
import { isSameBarcode, isSameCode } from '../goods/scan-text.ts'

type Line = Order['orderLines'][number]

/**
 * The lines of an order whose goods have a code that was scanned: what they were sold as, or a barcode that they have now,
 * whether they are still sold or not.
 */
export async function linesOfCode(lines: readonly Line[], code: string): Promise<Line[]> {
  const sold = lines.filter(({ sku, variantSku }) => isSameCode(variantSku ?? sku, code))
  if (sold.length > 0) return sold
  const { products } = await patiently(() => listManagedProducts({ search: code, maxItems: 5 }))
  const variants = products.flatMap(({ sku, variants }) =>
    variants
      .filter(({ barcodes }) =>
        barcodes.some((barcode) => isSameCode(barcode, code) || isSameBarcode(barcode, code)),
      )
      .map(({ variantSku }) => ({ sku, variantSku })),
  )
  return lines.filter((line) =>
    variants.some(({ sku, variantSku }) => sku === line.sku && variantSku === line.variantSku),
  )
}

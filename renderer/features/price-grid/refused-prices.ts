import { ApiError } from '../../api/api-error.ts'
import type { PriceRow, PricesPatch } from '../../api/prices.ts'
import { textOfAny } from '../../i18n/index.ts'
import { faultTextOf, inWordsOf } from '../../ui/fault-text.ts'

/** How the grid calls what a refusal is about. */
export interface GridNames {
  product: (row: PriceRow) => string
  /** A product's variant. */
  row: (row: PriceRow) => string
  group: (priceGroupId: string) => string
}

/** More products than anybody reads of at once. */
const TOLD = 5

/**
 * A refusal of changed prices, in the words of the grid: whose price it is, in place of `products.1.version`.
 * @param asked what was refused
 * @param rows that were seen
 */
export function refusedPrices(
  error: ApiError,
  asked: PricesPatch['products'],
  rows: readonly PriceRow[],
  names: GridNames,
): ApiError {
  const { faults, status } = inWordsOf(
    error,
    (field) => placeOf(field, asked, rows, names),
    faultTextOf('priceGrid'),
  )
  const more = textOfAny('refusal.requestMore', { count: faults.length - TOLD }) ?? ''
  const rest = faults.length > TOLD ? [{ error: '', field: undefined, text: more }] : []
  return new ApiError(status, [...faults.slice(0, TOLD), ...rest])
}

/** `products.1.variants.0.prices.2.price` in words; a field as it is where it is of no row that was seen. */
function placeOf(
  field: string,
  asked: PricesPatch['products'],
  rows: readonly PriceRow[],
  names: GridNames,
): string {
  const [, product, , variant, , price] = field.split('.')
  const { id, variants = [] } = asked[Number(product)] ?? {}
  const ofProduct = rows.filter(({ productId }) => productId === id)
  const [first] = ofProduct
  if (!first) return field
  const changed = variants[Number(variant)]
  const row = changed && ofProduct.find(({ variantSku }) => variantSku === changed.variantSku)
  if (!row) return names.product(first)
  const group = changed.prices[Number(price)]?.priceGroupId
  return group === undefined ? names.row(row) : `${names.row(row)}, ${names.group(group)}`
}

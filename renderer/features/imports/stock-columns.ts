import type { ImportReport } from '../../api/transfer.ts'
import { PRODUCTS_CALLED } from './known-columns.ts'

/** What columns of our own file of stock are called (docs/import.md). */
const OWN = ['sku', 'variantSku', 'barcode', 'quantity', 'reorderPoint']

/** What hosted shops call theirs. */
const HOSTED = [
  'SKU',
  'Handle',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Location',
  'On hand',
  'On hand (current)',
  'On hand (new)',
]

/** What plug-in shops call theirs. */
const PLUG_IN = ['SKU', 'GTIN, UPC, EAN, or ISBN', 'Stock', 'Low stock amount']

/** What columns of a file of stock may be taken for. */
export function stockColumns({
  columns,
  format,
}: Pick<ImportReport, 'columns' | 'format'>): readonly string[] {
  if (format !== 'hosted') return OWN
  return columns.some(({ takenFor }) => takenFor === 'stock') ? PLUG_IN : HOSTED
}

/** What shops and their bookkeeping call columns, in the languages that the console speaks: the surest first. */
export const STOCK_CALLED: Readonly<Record<string, readonly string[]>> = {
  sku: PRODUCTS_CALLED['sku'] ?? [],
  barcode: PRODUCTS_CALLED['barcode'] ?? [],
  quantity: [
    'stock', 'onhand', 'instock', 'stockquantity', 'quantityonhand', 'inventory', 'bestand', 'lagerbestand', 'istbestand', 'lagermenge',
    'beholdning', 'lagerbeholdning', 'lagerantal', 'pålager', 'lager', '在庫', '在庫数', '在庫数量', '実在庫',
    'qty', 'count', 'counted', 'gezählt', 'menge', 'anzahl', 'stück', 'antal', 'optalt', 'stk', '数量', '個数',
  ],
  reorderPoint: [
    'reorderlevel', 'reorderat', 'lowstockamount', 'minstock', 'minimumstock', 'meldebestand', 'mindestbestand', 'genbestil',
    'genbestillingspunkt', 'minimumsbeholdning', 'minimumslager', '発注点', '最小在庫',
  ],
} // oxfmt-ignore

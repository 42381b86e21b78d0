import { refusal } from '../file-faults.ts'
import { ownFormat, PRICE } from './own-format.ts'
import type { ProductFormat } from './product-file.ts'

/** Prices alone: the columns `sku`, `variantSku` and one for each price group. Of products that are there. */
export const priceFormat: ProductFormat = {
  ...ownFormat,
  knows: (column) => column === 'sku' || column === 'variantsku' || isPrice(column),
  check: (reading) => {
    const faults = ownFormat.check({ ...reading, columns: onlyPrices(reading.columns) })
    const hasPrices = [...reading.columns.keys()].some(isPrice)
    return hasPrices ? faults : [...faults, { column: `${PRICE}…`, ...refusal('column.missing') }]
  },
  read: (reading, rows) =>
    ownFormat.read(
      { ...reading, columns: onlyPrices(reading.columns) },
      rows.map((row) => ({
        ...row,
        cell: (column) => (priceFormat.knows(column) ? row.cell(column) : ''),
        has: (column) => priceFormat.knows(column) && row.has(column),
      })),
    ),
}

const isPrice = (column: string): boolean => column === 'price' || column.startsWith(PRICE)

const onlyPrices = (columns: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...columns].filter(([column]) => priceFormat.knows(column)))

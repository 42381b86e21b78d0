import { statSync } from 'node:fs'
import { withShop } from '../engines.ts'
import { systemClock } from '../kernel/clock.ts'
import { notFound } from '../kernel/errors.ts'
import type { Ppm } from '../kernel/money.ts'
import type { ColumnMapping } from '../transfer/csv-rows.ts'
import type { ImportKind, ImportReport } from '../transfer/transfer.schema.ts'
import { createLongWork } from '../work/long-work.ts'
import { AUTHOR } from './author.ts'
import type { Output } from './output.ts'
import type { Place } from './place.ts'
import { storeOf } from './store-of.ts'

interface ImportOptions {
  readonly kind: ImportKind
  readonly file: string
  readonly store: string
  readonly priceGroup?: string
  readonly taxRate?: Ppm
  readonly pricesIncludeTax?: boolean
  /** What columns hold, by their names in the file, in lower case. */
  readonly column?: ColumnMapping
  readonly dryRun?: boolean
}

/** A terminal shows no more of them at once. */
const SHOWN = 50

export async function importCommand(
  { location }: Place,
  options: ImportOptions,
  to: Output,
): Promise<number> {
  const {
    column: columns,
    dryRun: isDryRun = false,
    file: path,
    kind,
    priceGroup,
    pricesIncludeTax,
    taxRate,
  } = options
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
    throw notFound('import.file', `There is no file ${path}.`)
  const { id: storeId } = await withShop(location, async (engine) => storeOf(engine, options.store))
  // On a thread, as for the console: it has a bound of memory, whatever the file holds.
  const report = await createLongWork().run(
    'importFile',
    {
      location,
      path,
      kind,
      priceGroup,
      taxRate,
      includesTax: pricesIncludeTax,
      columns,
      isDryRun,
      author: { storeId, name: AUTHOR, now: systemClock() },
    },
    {
      onProgress: (rows) => to.progress(`${rows} rows`),
      onLasting: () => to.progress('All rows were read; storing them …'),
    },
  )
  const notes = [
    ...(kind === 'products' && report.added > 0 && taxRate === undefined
      ? [
          'New products are taxed by what the file says, and where it says nothing with the rate that new products of ' +
            'the store have, or with 0%: --tax-rate says otherwise.',
        ]
      : []),
    ...(isDryRun ? ['Nothing was written: this was a dry run.'] : []),
  ]
  to.result(report, [textOf(report), ...notes].join('\n'))
  return report.faults.length > 0 ? 1 : 0
}

function textOf(report: ImportReport): string {
  const { added, changed, faults, ignoredColumns, kind, rounded, roundedPrices, rows, unchanged } = report
  const stock =
    report.stockOpened > 0 ? [`Stock is kept of ${report.stockOpened} of the goods from now on.`] : []
  const ignored =
    ignoredColumns.length > 0 ? [`Nothing is taken from the columns ${ignoredColumns.join(', ')}.`] : []
  const told = roundedPrices.map(({ line, price, stored }) => `line ${line}, ${price} is ${stored}`)
  const nearest =
    rounded > 0
      ? [`No price without tax comes to ${rounded} of the prices; the nearest is taken: ${told.join('; ')}.`]
      : []
  if (faults.length === 0)
    return [
      `${kind}: ${added} added, ${changed} changed, ${unchanged} as they were; ${rows} rows.`,
      ...ignored,
      ...nearest,
      ...stock,
    ].join('\n')
  const lines = faults
    .slice(0, SHOWN)
    .map(({ column, line, text }) => `line ${line}${column === null ? '' : `, ${column}`}: ${text}`)
  const more = faults.length > SHOWN ? [`And ${faults.length - SHOWN} more.`] : []
  return [...lines, ...more, 'Nothing was imported.'].join('\n')
}

import {
  namesOfOptions,
  NEW_VARIANT,
  type ProductDraft,
  type ProductOption,
  type ProductRecord,
  type ProductState,
  type VariantDraft,
} from '../../catalog/manage/product-record.ts'
import { imageIdIn } from '../../catalog/images/image-address.ts'
import { firstCatalog } from '../../catalog/manage/shelf.ts'
import type { Minor, Ppm } from '../../kernel/money.ts'
import { readFlag, readPrice } from '../cells.ts'
import type { MappingOf, Row } from '../csv-rows.ts'
import { refusal, type Refusal } from '../file-faults.ts'
import type { CellFault } from '../read-file.ts'
import type { RoundedPrice } from '../transfer.schema.ts'
import { priceWithoutTax } from './price-without-tax.ts'
import {
  NEW_PRODUCT,
  readPieces,
  type FileDraft,
  type FilePieces,
  type ProductFormat,
  type Reading,
  type Tax,
} from './product-file.ts'

export const OPTIONS = [1, 2, 3] as const
/** What hosted shops call the one option of a product without variants. */
const NO_OPTION = 'default title'

const known = new Set([
  'handle',
  'title',
  'body (html)',
  'variant sku',
  'variant price',
  'variant barcode',
  'variant taxable',
  'gift card',
  'variant inventory tracker',
  'variant inventory qty',
  'image src',
  'image position',
  'status',
  ...OPTIONS.flatMap((number) => [`option${number} name`, `option${number} value`]),
])

/** What hosted shops call some columns by now. Other files have columns of these names, too, and mean something else. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['url handle', 'handle'],
  ['description', 'body (html)'],
  ['sku', 'variant sku'],
  ['price', 'variant price'],
  ['barcode', 'variant barcode'],
  ['charge tax', 'variant taxable'],
  ['inventory tracker', 'variant inventory tracker'],
  ['inventory quantity', 'variant inventory qty'],
  ['product image url', 'image src'],
])

export const hostedSpellings: MappingOf = (called) => (called.has('url handle') ? SPELLINGS : new Map())

const states: Readonly<Record<string, ProductState>> = {
  active: 'active',
  draft: 'draft',
  archived: 'retired',
  unlisted: 'active',
}

/**
 * The CSV that hosted shops export. Rows of one handle belong together: the first has what is the product's, each with a
 * price or an option is a variant, and the others bring a picture only.
 */
export const hostedFormat: ProductFormat = {
  key: 'handle',
  required: ['handle', 'title', 'variant price'],
  knows: (column) => known.has(column),
  isCode: (column) => ['handle', 'variant sku', 'variant barcode'].includes(column),
  check: () => [],
  read: (reading, rows) => {
    const [first] = rows
    if (!first) throw new Error('A product has at least one row.')
    const sold = rows.filter(isVariant)
    const handle = code(first, 'handle')
    const names = OPTIONS.map((number) => first.cell(`option${number} name`).trim())
    const read = sold.map((row) => ({ row, options: optionsOf(row, names) }))
    const [only] = read
    const isAlone = read.length === 1 && only?.options.length === 0
    const sku = isAlone ? code(only.row, 'variant sku') || handle : handle
    const variants = read.map(({ options, row }): FileVariant => {
      const variantSku = isAlone ? null : code(row, 'variant sku') || madeSku(handle, options)
      return { row, options, variantSku }
    })
    return {
      sku,
      line: first.line,
      draft: (before) => draftOf({ reading, rows, first, variants, isAlone, sku }, before),
    }
  },
}

interface FileVariant {
  readonly row: Row
  readonly options: readonly ProductOption[]
  readonly variantSku: string | null
}

interface HostedProduct {
  readonly reading: Reading
  readonly rows: readonly Row[]
  readonly first: Row
  readonly variants: readonly FileVariant[]
  /** Whether it is a product without variants. */
  readonly isAlone: boolean
  readonly sku: string
}

const isVariant = (row: Row): boolean =>
  ['variant sku', 'variant price', 'option1 value'].some((column) => row.cell(column).trim() !== '')

/** Hosted shops put an apostrophe before codes that a spreadsheet would take for numbers. */
export const code = (row: Row, column: string): string => row.cell(column).trim().replace(/^'/, '').trim()

/** The options of a row, of which a product without variants has none. @param names of the options, in their order */
export const optionsOf = (row: Row, names: readonly string[]): ProductOption[] =>
  OPTIONS.flatMap((number, index) => {
    const value = row.cell(`option${number} value`).trim()
    const isNone = value === '' || value.toLowerCase() === NO_OPTION
    return isNone ? [] : [{ name: names[index] || `Option ${number}`, value }]
  })

/** The sku of a variant that has none: the same at every import. */
export const madeSku = (handle: string, options: readonly ProductOption[]): string =>
  [handle, ...options.map(({ value }) => value)].map((part) => part.trim().replace(/\s+/g, '-')).join('-')

/** What a hosted shop says of goods that are sold without tax. */
const UNTAXED: Tax = { taxRate: 0, taxRateId: null }

function draftOf(product: HostedProduct, before: ProductRecord | undefined): FileDraft {
  const { reading, rows, first, sku } = product
  const { shelf, newTax } = reading
  const faults: CellFault[] = []
  const rounded: RoundedPrice[] = []
  const fault = (row: Row, column: string, why: Refusal): void =>
    void faults.push({ line: row.line, column: reading.columns.get(column) ?? column, ...why })
  const culture = shelf.store.defaultCulture
  const title = first.cell('title').trim()
  const body = first.cell('body (html)').trim()
  if (title === '' && !before) fault(first, 'title', refusal('cell.missing'))
  const status = first.cell('status').trim().toLowerCase()
  const state = states[status]
  if (status !== '' && state === undefined)
    fault(first, 'status', refusal('cell.hosted-state', { cell: status }))
  if (product.variants.length === 0) fault(first, 'variant price', refusal('cell.nothing-to-sell'))
  const flagIn = (column: string): boolean | undefined => {
    const cell = first.cell(column).trim()
    const flag = readFlag(cell)
    if (cell !== '' && flag === undefined) fault(first, column, refusal('cell.flag', { cell }))
    return flag
  }
  const isTaxed = flagIn('variant taxable') ?? true
  const tax = before ?? (isTaxed ? newTax : UNTAXED)
  const draft: ProductDraft = {
    ...(before ?? { ...NEW_PRODUCT, ...tax, names: {}, catalogId: firstCatalog(shelf) ?? '' }),
    sku,
    names: title === '' ? (before?.names ?? {}) : { ...before?.names, [culture]: title },
    descriptions: body === '' ? (before?.descriptions ?? {}) : { ...before?.descriptions, [culture]: body },
    imageUrl: pictureOf(rows, before),
    state: state ?? before?.state ?? 'active',
    isGiftCard: flagIn('gift card') ?? before?.isGiftCard ?? false,
    variants: variantsOf(product, before, tax.taxRate, rounded, fault),
  }
  const pieces = product.variants.flatMap((variant) => piecesOf(variant, fault))
  // Of several rows with a sku the first is where it stands.
  const rowsOfSkus = new Map(product.variants.toReversed().map(({ row, variantSku }) => [variantSku, row]))
  return {
    draft,
    faults,
    rounded,
    isTaxOpen: !before && isTaxed,
    pieces,
    placeOf: (field) => placeOf(product, rowsOfSkus, draft, field),
  }
}

/** How many there are of a variant, where the hosted shop keeps count of it: without a tracker it does not. */
function piecesOf(
  { row, variantSku }: FileVariant,
  fault: (row: Row, column: string, why: Refusal) => void,
): readonly FilePieces[] {
  const isKept = !row.has('variant inventory tracker') || row.cell('variant inventory tracker').trim() !== ''
  const read = isKept ? readPieces(code(row, 'variant inventory qty'), variantSku) : []
  if (!('code' in read)) return read
  fault(row, 'variant inventory qty', read)
  return []
}

/** A picture in the shop's own data stays: a file has an address of the web for every product, the same day after day. */
const pictureOf = (rows: readonly Row[], before: ProductRecord | undefined): string | null =>
  (imageIdIn(before?.imageUrl) === undefined ? firstPicture(rows) : undefined) ?? before?.imageUrl ?? null

/** The picture that comes first in the hosted shop. */
function firstPicture(rows: readonly Row[]): string | undefined {
  const pictures = rows.flatMap((row) => {
    const source = row.cell('image src').trim()
    return source === '' ? [] : [{ source, position: Number(row.cell('image position')) || Infinity }]
  })
  return pictures.sort((a, b) => (a.position === b.position ? 0 : a.position - b.position))[0]?.source
}

function variantsOf(
  { reading, variants }: HostedProduct,
  before: ProductRecord | undefined,
  rate: Ppm,
  rounded: RoundedPrice[],
  fault: (row: Row, column: string, why: Refusal) => void,
): VariantDraft[] {
  const drafts: VariantDraft[] = (before?.variants ?? []).filter(({ isRetired }) => !isRetired)
  const culture = reading.shelf.store.defaultCulture
  const places = new Map(drafts.map(({ variantSku }, place) => [variantSku, place]))
  const lines = new Map<string | null, number>()
  for (const { options, row, variantSku } of variants) {
    const price = priceOf(reading, row, rate, rounded, fault)
    const barcode = code(row, 'variant barcode')
    const place = places.get(variantSku) ?? drafts.length
    places.set(variantSku, place)
    const old = drafts[place] ?? NEW_VARIANT
    const draft: VariantDraft = {
      variantSku,
      options,
      names: { ...old.names, ...namesOfOptions(options, culture) },
      imageUrl: old.imageUrl,
      barcodes:
        barcode === '' ? old.barcodes : [barcode, ...old.barcodes.filter((other) => other !== barcode)],
      prices: price === undefined ? old.prices : { ...old.prices, [reading.priceGroupId]: price },
    }
    const first = lines.get(variantSku)
    if (first !== undefined)
      fault(row, 'variant sku', refusal('cell.twice', { cell: variantSku ?? '', line: first }))
    else lines.set(variantSku, row.line)
    drafts[place] = draft
  }
  return drafts
}

function priceOf(
  reading: Reading,
  row: Row,
  rate: Ppm,
  rounded: RoundedPrice[],
  fault: (row: Row, column: string, why: Refusal) => void,
): Minor | undefined {
  const { decimalSign, priceGroupId, shelf } = reading
  const cell = row.cell('variant price')
  const group = shelf.priceGroups.get(priceGroupId)
  if (!group) return undefined
  if (cell.trim() === '') {
    fault(row, 'variant price', refusal('cell.missing'))
    return undefined
  }
  const read = readPrice(cell, group.currency, decimalSign)
  if ('fault' in read) {
    fault(row, 'variant price', read.fault)
    return undefined
  }
  return priceWithoutTax(reading, row, read.value, rate, rounded)
}

/** Where a field of the draft stands in the file, for what the shop has against it. */
function placeOf(
  { first, isAlone, reading }: HostedProduct,
  rowsOfSkus: ReadonlyMap<string | null, Row>,
  draft: ProductDraft,
  field: string,
) {
  const at = (row: Row, column: string) => ({ line: row.line, column: reading.columns.get(column) ?? column })
  const [part = '', index = '', what = ''] = field.split('.')
  if (part === 'variants') {
    const sku = draft.variants[Number(index)]?.variantSku ?? null
    const column = { barcodes: 'variant barcode', names: 'option1 value', prices: 'variant price' }[what]
    return at(rowsOfSkus.get(sku) ?? first, column ?? 'variant sku')
  }
  const column = { names: 'title', descriptions: 'body (html)', imageUrl: 'image src', state: 'status' }[part]
  return at(first, column ?? (part === 'sku' && isAlone ? 'variant sku' : 'handle'))
}

import type { ManagedProduct, ProductBody } from '../../api/products.ts'
import { exampleAmount, formatPlainAmount } from '../../ui/format.ts'
import { formatPercent, parsePercent } from '../../ui/percent.ts'
import { layOver } from '../records/lay-over.ts'
import { wordsIn } from '../../ui/words-in.ts'
import { netOf, type PriceMeaning, type TypedPrice } from './typed-price.ts'

/** A product as it is typed: texts by the names of its fields, and its variants in their order. */
export interface ProductForm {
  readonly fields: Readonly<Record<string, string>>
  /** What the fields of each variant begin with: its id, or a name of its own where it is new. */
  readonly rows: readonly string[]
}

/** What texts of a form mean. */
export interface FormTerms {
  /** How numbers are written. */
  readonly culture: string
  /** Price groups that are there, with what is sold in them: ISO 4217, and their own rate of tax. */
  readonly groups: ReadonlyMap<string, { readonly currency: string; readonly taxRate: number | null }>
  /** Fractions, by the ids of tax rates. */
  readonly rates: ReadonlyMap<string, number>
}

/** What is wrong with a text, before it is sent; of one that is no amount, what an amount there looks like. */
export type FormFault = 'required' | 'rate' | 'gone' | { readonly example: string }

export const MAX_OPTIONS = 10

/** The names of fields. */
export const nameField = (culture: string): string => `names.${culture}`
export const descriptionField = (culture: string): string => `descriptions.${culture}`
export const optionField = (place: number): string => `option.${place}`
export const rowField = (row: string, name: string): string => `${row}/${name}`
export const priceField = (row: string, priceGroupId: string): string =>
  rowField(row, `price.${priceGroupId}`)
/** The same price, where it was typed with tax. */
export const grossField = (row: string, priceGroupId: string): string =>
  rowField(row, `gross.${priceGroupId}`)

/** What stands in a field that is ticked; nothing where it is not. */
export const YES = 'yes'

/** What stands in a field of a form. */
type Field = (name: string) => string

/** The rate of tax of a product as it is typed; undefined where that is none. */
const rateIn = (field: Field, { culture, rates }: FormTerms): number | undefined =>
  field('taxRateId') === '' ? parsePercent(field('taxRate'), culture) : rates.get(field('taxRateId'))

/** A variant's price in a group as it is typed, and what it means. */
export function typedPrice(
  field: Field,
  row: string,
  priceGroupId: string,
  terms: FormTerms,
): TypedPrice & PriceMeaning {
  const group = terms.groups.get(priceGroupId)
  return {
    net: field(priceField(row, priceGroupId)),
    gross: field(grossField(row, priceGroupId)),
    culture: terms.culture,
    currency: group?.currency ?? '',
    rate: group?.taxRate ?? rateIn(field, terms),
  }
}

/** A product that is there, to be changed. */
export function formOf(product: ManagedProduct, { culture }: Pick<FormTerms, 'culture'>): ProductForm {
  const fields: Record<string, string> = {
    sku: product.sku,
    imageUrl: product.imageUrl ?? '',
    catalogId: product.catalogId,
    taxRate: formatPercent(product.taxRate, culture),
    // The rate of the store that it follows, until somebody types another one.
    taxRateId: product.taxRateId ?? '',
    state: product.state,
    isGiftCard: product.isGiftCard ? YES : '',
  }
  for (const [each, text] of Object.entries(product.names)) fields[nameField(each)] = text
  for (const [each, text] of Object.entries(product.descriptions)) fields[descriptionField(each)] = text
  const options = [...new Set(product.variants.flatMap(({ options }) => options.map(({ name }) => name)))]
  for (const [place, name] of options.entries()) fields[optionField(place)] = name
  for (const variant of product.variants) {
    const set = (name: string, text: string) => (fields[rowField(variant.id, name)] = text)
    set('variantSku', variant.variantSku ?? '')
    set('imageUrl', variant.imageUrl ?? '')
    set('barcodes', variant.barcodes.join(', '))
    for (const { name, value } of variant.options) set(optionField(options.indexOf(name)), value)
    for (const [each, text] of Object.entries(variant.names)) set(nameField(each), text)
    for (const { currency, price, priceGroupId } of variant.prices)
      fields[priceField(variant.id, priceGroupId)] = formatPlainAmount(price, currency, culture)
  }
  return { fields, rows: product.variants.map(({ id }) => id) }
}

/**
 * A product to be made.
 * @param taxRateId the rate of tax that new ones have
 */
export const newForm = (taxRateId?: string): ProductForm => ({
  fields: { state: 'active', ...(taxRateId !== undefined && { taxRateId }) },
  rows: ['new-1'],
})

/** The fields that somebody has typed something else into, with what. */
function changedFields(base: ProductForm, mine: ProductForm): Record<string, string> {
  const names = new Set([...Object.keys(base.fields), ...Object.keys(mine.fields)])
  return Object.fromEntries(
    [...names]
      .filter((name) => (mine.fields[name] ?? '') !== (base.fields[name] ?? ''))
      .map((name) => [name, mine.fields[name] ?? '']),
  )
}

export const isChanged = (base: ProductForm, mine: ProductForm): boolean =>
  Object.keys(changedFields(base, mine)).length > 0 || base.rows.join() !== mine.rows.join()

/** The price groups that a variant has a field for: those that somebody has deleted since they typed something, too. */
export function pricedIn({ fields }: ProductForm, row: string): readonly string[] {
  const prefixes = [priceField(row, ''), grossField(row, '')]
  const ids = Object.keys(fields).flatMap((name) =>
    prefixes.filter((prefix) => name.startsWith(prefix)).map((prefix) => name.slice(prefix.length)),
  )
  return [...new Set(ids)]
}

const isOf =
  (row: string) =>
  (name: string): boolean =>
    name.startsWith(rowField(row, ''))

/** As {@link layOver}: a variant that is taken away in `theirs`, and of which something else is typed in `mine`, is as it is there. */
export function layFormOver(theirs: ProductForm, base: ProductForm, mine: ProductForm): ProductForm {
  const typed = Object.keys(changedFields(base, mine))
  const back = mine.rows.filter(
    (row) => !isNew(row) && base.rows.includes(row) && !theirs.rows.includes(row) && typed.some(isOf(row)),
  )
  const laid = layOver(theirs, base, mine)
  if (back.length === 0) return laid
  return {
    fields: {
      ...laid.fields,
      ...Object.fromEntries(
        Object.entries(mine.fields).filter(([name]) => back.some((row) => isOf(row)(name))),
      ),
    },
    rows: back.reduce((rows, row) => rows.toSpliced(mine.rows.indexOf(row), 0, row), laid.rows),
  }
}

/** What a new product goes by where nobody has typed a sku: the first barcode of it, as a shop that only scans has no other number. */
export const skuByItself = (field: Field, rows: readonly string[]): string =>
  rows.flatMap((row) => wordsIn(field(rowField(row, 'barcodes'))))[0] ?? ''

/**
 * The body that writes a product as it is typed, or what is wrong with the texts.
 * @param stored as it is in the version that was seen
 */
export function bodyOf(
  { fields, rows }: ProductForm,
  terms: FormTerms,
  stored?: { readonly variants: readonly Pick<ManagedProduct['variants'][number], 'id' | 'barcodes'>[] },
): { readonly body: ProductBody; readonly faults: Readonly<Record<string, FormFault>> } {
  const faults: Record<string, FormFault> = {}
  const text = (name: string): string => (fields[name] ?? '').trim()
  const texts = (prefix: string): Record<string, string> =>
    Object.fromEntries(
      Object.keys(fields)
        .filter((name) => name.startsWith(prefix) && text(name) !== '')
        .map((name) => [name.slice(prefix.length), text(name)]),
    )
  const taxRate = rateIn(text, terms)
  const sku = text('sku') || (stored ? '' : skuByItself(text, rows))
  if (sku === '') faults['sku'] = 'required'
  if (text('taxRateId') === '' && taxRate === undefined)
    faults['taxRate'] = text('taxRate') === '' ? 'required' : 'rate'

  const storedIds = new Set(stored?.variants.map(({ id }) => id))
  const storedBarcodes = stored?.variants.flatMap(({ barcodes }) => barcodes)
  const variants = rows.map((row) => {
    const variantSku = text(rowField(row, 'variantSku'))
    if (variantSku === '' && rows.length > 1) faults[rowField(row, 'variantSku')] = 'required'
    const options = Array.from({ length: MAX_OPTIONS }, (_, place) => ({
      name: text(optionField(place)),
      value: text(rowField(row, optionField(place))),
    })).filter(({ name, value }) => name !== '' && value !== '')
    const names = texts(rowField(row, nameField('')))
    const prices = pricedIn({ fields, rows }, row).flatMap((priceGroupId) => {
      const typed = typedPrice(text, row, priceGroupId, terms)
      if (typed.net === '' && typed.gross === '') return []
      const price = netOf(typed, typed)
      if (price === undefined)
        faults[priceField(row, priceGroupId)] = terms.groups.has(priceGroupId)
          ? { example: exampleAmount(typed.currency, typed.culture) }
          : 'gone'
      return price === undefined ? [] : [{ priceGroupId, price }]
    })
    return {
      // One that somebody has taken away meanwhile is a new one, or comes back by its sku.
      ...(storedIds.has(row) && { id: row }),
      variantSku: variantSku || null,
      options,
      ...(Object.keys(names).length > 0 && { names }),
      imageUrl: text(rowField(row, 'imageUrl')) || null,
      barcodes: wordsIn(text(rowField(row, 'barcodes')), storedBarcodes),
      prices,
    }
  })
  const names = texts(nameField(''))
  if (Object.keys(names).length === 0) faults['names'] = 'required'
  const body = {
    sku,
    names,
    descriptions: texts(descriptionField('')),
    imageUrl: text('imageUrl') || null,
    ...(text('catalogId') !== '' && { catalogId: text('catalogId') }),
    taxRate: taxRate ?? 0,
    taxRateId: text('taxRateId') || null,
    state: text('state') as ProductBody['state'] & string,
    isGiftCard: text('isGiftCard') === YES,
    variants,
  }
  return { body, faults }
}

const isNew = (row: string): boolean => row.startsWith('new-')

/** A name for the fields of one more variant. */
export function nextRow(rows: readonly string[]): string {
  const numbers = rows.filter(isNew).map((row) => Number(row.slice('new-'.length)))
  return `new-${Math.max(0, ...numbers) + 1}`
}

/** A form without a variant, and without what was typed of it. */
export const withoutRow = ({ fields, rows }: ProductForm, row: string): ProductForm => ({
  fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !isOf(row)(name))),
  rows: rows.filter((each) => each !== row),
})

/** The field of the form that a fault of the API is about: `variants.0.barcodes.1` is the barcodes of the first row. */
export function fieldOfFault(path: string, { rows }: ProductForm, body: ProductBody): string {
  const [part = '', index = '', what = '', which = ''] = path.split('.')
  if (part !== 'variants') return path
  const row = index === '' ? undefined : rows[Number(index)]
  if (row === undefined) return path
  if (what === 'names') return rowField(row, nameField(which))
  if (what === 'prices') {
    const price = body.variants[Number(index)]?.prices?.[Number(which)]
    return price ? priceField(row, price.priceGroupId) : rowField(row, 'variantSku')
  }
  return rowField(row, what === 'id' ? 'variantSku' : what)
}

import type { FieldChange } from '../../history/record-event.schema.ts'
import { plainAmount, plainRate } from '../../kernel/money.ts'
import type { ProductRecord } from './product-record.ts'
import type { Shelf } from './shelf.ts'

/** What is different between two states of a product, field by field, as a history says it. */
export function productChanges(
  shelf: Shelf,
  before: ProductRecord,
  after: ProductRecord,
): readonly FieldChange[] {
  const [old, now] = [plainFields(shelf, before), plainFields(shelf, after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [from, to] = [old.get(field) ?? null, now.get(field) ?? null]
    return from === to ? [] : [{ field, from, to }]
  })
}

/** A product as a list of texts, by the names of its fields. */
function plainFields({ priceGroups }: Shelf, product: ProductRecord): Map<string, string> {
  const fields = new Map<string, string>()
  const add = (field: string, text: string | null): void => {
    if (text !== null) fields.set(field, text)
  }
  const addAll = (field: string, texts: Readonly<Record<string, string>>): void => {
    for (const [culture, text] of Object.entries(texts)) add(`${field}.${culture}`, text)
  }
  add('sku', product.sku)
  addAll('names', product.names)
  addAll('descriptions', product.descriptions)
  add('imageUrl', product.imageUrl)
  add('catalogId', product.catalogId)
  add('taxRate', plainRate(product.taxRate))
  add('state', product.state)
  const sold = product.variants.filter(({ isRetired }) => !isRetired)
  add('variants', sold.map(({ variantSku }) => variantSku ?? product.sku).join(', '))
  for (const variant of sold) {
    const field = `variants.${variant.variantSku ?? product.sku}`
    addAll(`${field}.names`, variant.names)
    add(`${field}.options`, variant.options.map(({ name, value }) => `${name}: ${value}`).join(', ') || null)
    add(`${field}.barcodes`, variant.barcodes.join(', ') || null)
    for (const [groupId, amount] of Object.entries(variant.prices)) {
      add(`${field}.prices.${groupId}`, plainAmount(amount, priceGroups.get(groupId)?.currency ?? 'XXX'))
    }
  }
  return fields
}

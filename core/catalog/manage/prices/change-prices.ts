import type { WriteDb } from '../../../database/engine.ts'
import { changedMeanwhile } from '../../../history/record-events.ts'
import { CommerceError, type Fault } from '../../../kernel/errors.ts'
import type { Context } from '../../../operations/context.ts'
import { fieldFault, type FieldFault } from '../../../records/field-faults.ts'
import { saveRecords, type Saved } from '../../../records/save-records.ts'
import type { WantedProduct } from '../check-products.ts'
import { findProductRecords } from '../product-record.repository.ts'
import type { ProductRecord } from '../product-record.ts'
import { productNoun } from '../product.noun.ts'
import { readProductPatch } from '../read-product-body.ts'
import { readShelf } from '../shelf.ts'
import type { PricesPatch } from './price.schema.ts'

/**
 * Changes prices of many products at once, all of them or none; what changes nothing leaves a product's version.
 * @returns what has become of each product, in the order of the request
 * @throws CommerceError BadRequest, naming every field that is at fault; Conflict, naming every product that is no longer in
 *   the version that the caller has seen
 */
export async function changePrices(
  db: WriteDb,
  context: Context,
  { products }: PricesPatch,
): Promise<readonly Saved<ProductRecord>[]> {
  const shelf = await readShelf(db, context.storeId)
  const ids = products.map(({ id }) => id)
  const records = await findProductRecords(db, context.storeId, 'id', ids)
  const byId = new Map(records.map((record) => [record.id, record]))
  const faults: FieldFault[] = []
  const stale: Fault[] = []
  const wanted: WantedProduct[] = []
  for (const [index, { id, variants, version }] of products.entries()) {
    const field = `products.${index}`
    const before = byId.get(id)
    if (!before) faults.push(fieldFault(`${field}.id`, 'product.not-found'))
    else if (ids.indexOf(id) < index) faults.push(fieldFault(`${field}.id`, 'field.repeated'))
    else if (before.version !== version) {
      const { faults: told } = await changedMeanwhile(db, productNoun.one, before)
      stale.push(...told.map((fault) => ({ ...fault, field: `${field}.version` })))
    } else {
      faults.push(...faultsOfVariants(before, variants, field))
      const read = readProductPatch(shelf, before, { variants })
      faults.push(...read.faults.map((fault) => ({ ...fault, field: `${field}.${fault.field}` })))
      wanted.push({ before, draft: read.draft })
    }
  }
  if (faults.length > 0) throw new CommerceError('BadRequest', 'prices.invalid', faults)
  if (stale.length > 0) throw new CommerceError('Conflict', 'record.changed', stale)
  return saveRecords(db, context, productNoun, shelf, wanted)
}

/** Prices are of variants that there are, each named once. */
function faultsOfVariants(
  { variants: known }: ProductRecord,
  variants: PricesPatch['products'][number]['variants'],
  field: string,
): FieldFault[] {
  const left = new Set(known.filter(({ isRetired }) => !isRetired).map(({ variantSku }) => variantSku))
  return variants.flatMap(({ variantSku }, index) =>
    left.delete(variantSku || null)
      ? []
      : [fieldFault(`${field}.variants.${index}.variantSku`, 'product.no-variant-or-repeated')],
  )
}

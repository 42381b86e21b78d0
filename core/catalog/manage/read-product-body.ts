import { badRequest } from '../../kernel/errors.ts'
import { toMinor, toPpm, type Minor } from '../../kernel/money.ts'
import { fieldFault, type FieldFault } from '../../records/field-faults.ts'
import { isSame } from '../../records/is-same.ts'
import type { Read } from '../../records/noun.ts'
import { patchedTexts, type Texts } from '../../records/texts.ts'
import {
  namesOfOptions,
  NEW_VARIANT,
  type ProductDraft,
  type ProductRecord,
  type VariantDraft,
  type VariantRecord,
} from './product-record.ts'
import type { ProductBody, ProductPatch, VariantBody, VariantPatch } from './product.schema.ts'
import { firstCatalog, type Shelf } from './shelf.ts'

/** The product that a body describes as a whole. What belongs nowhere is told by `checkProducts`. */
export function readProductBody(shelf: Shelf, body: ProductBody, before?: ProductRecord): Read<ProductDraft> {
  const faults: FieldFault[] = []
  const draft: ProductDraft = {
    sku: body.sku,
    names: textsOf(body.names, 'names', faults),
    descriptions: textsOf(body.descriptions ?? {}, 'descriptions', faults),
    imageUrl: body.imageUrl || null,
    catalogId: body.catalogId ?? requireCatalog(shelf),
    ...taxOf(shelf, body, defaultTax(shelf), before, faults),
    state: body.state ?? 'active',
    isGiftCard: body.isGiftCard ?? false,
    variants: body.variants.map((variant, index) => variantOf(shelf, variant, `variants.${index}`, faults)),
  }
  return { draft, faults }
}

type Tax = Pick<ProductDraft, 'taxRate' | 'taxRateId'>

/**
 * A rate with a name counts before a number; one that is retired only what has it already keeps.
 * @param otherwise where nothing else is said
 */
function taxOf(
  { taxRates }: Shelf,
  { taxRate, taxRateId }: Pick<ProductPatch, 'taxRate' | 'taxRateId'>,
  otherwise: Tax,
  before: Tax | undefined,
  faults: FieldFault[],
): Tax {
  if (typeof taxRateId === 'string') {
    const named = taxRates.get(taxRateId)
    if (!named) faults.push(fieldFault('taxRateId', 'tax-rate.not-found'))
    else if (named.state === 'retired' && before?.taxRateId !== taxRateId)
      faults.push(fieldFault('taxRateId', 'field.retired'))
    return { taxRate: named?.rate ?? 0, taxRateId }
  }
  const rate = taxRate === undefined ? otherwise.taxRate : toPpm(taxRate)
  if (taxRateId === null) return { taxRate: rate, taxRateId }
  if (taxRate === undefined) return { taxRate: rate, taxRateId: otherwise.taxRateId }
  // Said again as it is, a number takes no name away.
  return { taxRate: rate, taxRateId: rate === before?.taxRate ? before.taxRateId : null }
}

/** Of a product of which nothing is said. */
function defaultTax({ taxRates }: Shelf): Tax {
  const named = [...taxRates.values()].find(({ isDefault }) => isDefault)
  return { taxRate: named?.rate ?? 0, taxRateId: named?.id ?? null }
}

function requireCatalog(shelf: Shelf): string {
  const first = firstCatalog(shelf)
  if (first === undefined)
    throw badRequest('catalog.none', 'is missing: the store has no catalog', 'catalogId')
  return first
}

function variantOf(shelf: Shelf, body: VariantBody, field: string, faults: FieldFault[]): VariantDraft {
  const options = body.options ?? []
  return {
    id: body.id,
    variantSku: body.variantSku || null,
    names:
      body.names === undefined
        ? namesOfOptions(options, shelf.store.defaultCulture)
        : textsOf(body.names, `${field}.names`, faults),
    options,
    imageUrl: body.imageUrl || null,
    barcodes: body.barcodes ?? [],
    prices: patchedPrices(shelf, {}, body.prices ?? [], `${field}.prices`, faults),
  }
}

/** The product that a patch makes of one. */
export function readProductPatch(
  shelf: Shelf,
  before: ProductRecord,
  patch: ProductPatch,
): Read<ProductDraft> {
  const faults: FieldFault[] = []
  const draft: ProductDraft = {
    sku: patch.sku ?? before.sku,
    names: patchedTexts(before.names, patch.names, 'names', faults),
    descriptions: patchedTexts(before.descriptions, patch.descriptions, 'descriptions', faults),
    imageUrl: patchedImage(before, patch),
    catalogId: patch.catalogId ?? before.catalogId,
    ...taxOf(shelf, patch, before, before, faults),
    state: patch.state ?? before.state,
    isGiftCard: patch.isGiftCard ?? before.isGiftCard,
    variants: patchedVariants(shelf, before, patch.variants ?? [], faults),
  }
  return { draft, faults }
}

function patchedVariants(
  shelf: Shelf,
  before: ProductRecord,
  patches: readonly VariantPatch[],
  faults: FieldFault[],
): VariantDraft[] {
  const patched = new Set(patches.map(({ variantSku }) => variantSku || null))
  const variants: (VariantDraft | VariantRecord)[] = before.variants.filter(
    ({ isRetired, variantSku }) => !isRetired || patched.has(variantSku),
  )
  const places = new Map<string | null, number>()
  // Without a sku there may be retired ones beside the one that is sold, which comes first.
  for (const [place, { variantSku }] of variants.entries())
    if (!places.has(variantSku)) places.set(variantSku, place)
  for (const [index, patch] of patches.entries()) {
    const variantSku = patch.variantSku || null
    const place = places.get(variantSku) ?? variants.length
    places.set(variantSku, place)
    const old = variants[place] ?? { ...NEW_VARIANT, variantSku }
    variants[place] = patchedVariant(shelf, old, patch, `variants.${index}`, faults)
  }
  return variants
}

const patchedImage = (
  old: Pick<ProductDraft, 'imageUrl'>,
  { imageUrl }: Pick<ProductPatch, 'imageUrl'>,
): string | null => (imageUrl === undefined ? old.imageUrl : imageUrl || null)

function patchedVariant(
  shelf: Shelf,
  old: VariantDraft,
  patch: VariantPatch,
  field: string,
  faults: FieldFault[],
): VariantDraft {
  const culture = shelf.store.defaultCulture
  const options = patch.options ?? old.options
  const isNamedByOptions = isSame(old.names, namesOfOptions(old.options, culture))
  return {
    variantSku: old.variantSku,
    options,
    names:
      patch.names === undefined && isNamedByOptions
        ? namesOfOptions(options, culture)
        : patchedTexts(old.names, patch.names, `${field}.names`, faults),
    imageUrl: patchedImage(old, patch),
    barcodes: patch.barcodes ?? old.barcodes,
    prices: patchedPrices(shelf, old.prices, patch.prices ?? [], `${field}.prices`, faults),
  }
}

const textsOf = (texts: Texts, field: string, faults: FieldFault[]): Texts =>
  patchedTexts({}, texts, field, faults)

function patchedPrices(
  { priceGroups }: Shelf,
  old: Readonly<Record<string, Minor>>,
  patch: readonly { readonly priceGroupId: string; readonly price: number | null }[],
  field: string,
  faults: FieldFault[],
): Record<string, Minor> {
  const prices: Record<string, Minor> = { ...old }
  const named = new Set<string>()
  for (const [index, { priceGroupId, price }] of patch.entries()) {
    const group = priceGroups.get(priceGroupId)
    const place = `${field}.${index}.priceGroupId`
    if (!group) faults.push(fieldFault(place, 'price-group.not-found'))
    else if (named.has(priceGroupId)) faults.push(fieldFault(place, 'field.repeated'))
    else if (price === null) Reflect.deleteProperty(prices, priceGroupId)
    else prices[priceGroupId] = toMinor(price, group.currency)
    named.add(priceGroupId)
  }
  return prices
}

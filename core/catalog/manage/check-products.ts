import { webAddress } from '../../kernel/web-address.ts'
import type { ReadDb } from '../../database/engine.ts'
import { NAME_LENGTH } from '../../http/schema.ts'
import { faultsInto, fieldFault, type FieldFault } from '../../records/field-faults.ts'
import type { Wanted } from '../../records/noun.ts'
import { faultsOfCultures, type Texts } from '../../records/texts.ts'
import { imageIdIn } from '../images/image-address.ts'
import { findImages } from '../images/image.repository.ts'
import {
  imageUrlsOf,
  meantBy,
  type ProductDraft,
  type ProductRecord,
  type VariantRecord,
} from './product-record.ts'
import { ADDRESS_LENGTH, BARCODE_LENGTH, DESCRIPTION_LENGTH, MAX_VARIANTS } from './product.schema.ts'
import { findTakenBarcodes, findTakenVariantSkus, type TakenCode } from './goods-in-use.repository.ts'
import { findProductRecords } from './product-record.repository.ts'
import type { Shelf } from './shelf.ts'

/** @see meantBy */
type Meant = ReturnType<typeof meantBy>

/** What somebody wants to be stored. */
export type WantedProduct = Wanted<ProductDraft, ProductRecord>

/**
 * What keeps products from being stored, each with its field: what is wrong with one by itself, and what does not go
 * with the rest of the store.
 * @returns one list for each, empty where it may be stored
 */
export async function checkProducts(
  db: ReadDb,
  shelf: Shelf,
  wanted: readonly WantedProduct[],
): Promise<readonly (readonly FieldFault[])[]> {
  const taken = await findTaken(db, shelf.store.id, wanted)
  const images = await findImages(db, shelf.store.id, wanted.flatMap(newImagesOf))
  return wanted.map((each) => {
    const meant = meantBy({ variants: each.before?.variants ?? [] }, each.draft)
    return [
      ...faultsOfDraft(shelf, each, meant),
      ...faultsOfImages(each, images),
      ...faultsOfIds(each, meant),
      ...faultsOfCodes(each, taken),
    ]
  })
}

/** The ids of those pictures of the shop's own that a product or its variants are to have and have not yet. */
export function newImagesOf({ before, draft }: WantedProduct): string[] {
  const had = new Set(before && imageUrlsOf(before))
  return imageUrlsOf(draft).flatMap((address) => (had.has(address) ? [] : (imageIdIn(address) ?? [])))
}

function faultsOfImages({ before, draft }: WantedProduct, images: ReadonlySet<string>): FieldFault[] {
  const had = new Set(before && imageUrlsOf(before))
  const faultOf = (field: string, address: string | null): FieldFault[] => {
    if (address === null || had.has(address)) return []
    const id = imageIdIn(address)
    if (id !== undefined) return images.has(id) ? [] : [fieldFault(field, 'product.no-image')]
    return webAddress(address) ? [] : [fieldFault(field, 'field.web-address')]
  }
  return [
    ...faultOf('imageUrl', draft.imageUrl),
    ...draft.variants.flatMap(({ imageUrl }, index) => faultOf(`variants.${index}.imageUrl`, imageUrl)),
  ]
}

interface Taken {
  /** Ids of products by their skus. */
  readonly skus: ReadonlyMap<string, string>
  readonly variantSkus: ReadonlyMap<string, readonly TakenCode[]>
  readonly barcodes: ReadonlyMap<string, readonly TakenCode[]>
}

async function findTaken(db: ReadDb, storeId: string, wanted: readonly WantedProduct[]): Promise<Taken> {
  // What a product has already, it may have: only what is new to it is looked for.
  const skus = wanted.flatMap(({ before, draft }) => (before?.sku === draft.sku ? [] : [draft.sku]))
  const [variantSkus, barcodes] = [newCodes(wanted, variantSkusOf), newCodes(wanted, barcodesOf)]
  const products = await findProductRecords(db, storeId, 'sku', skus)
  return {
    skus: new Map(products.map(({ id, sku }) => [sku, id])),
    variantSkus: Map.groupBy(await findTakenVariantSkus(db, storeId, variantSkus), ({ code }) => code),
    barcodes: Map.groupBy(await findTakenBarcodes(db, storeId, barcodes), ({ code }) => code),
  }
}

function newCodes(
  wanted: readonly WantedProduct[],
  codesOf: (draft: ProductDraft) => readonly string[],
): string[] {
  return wanted.flatMap(({ before, draft }) => {
    const own = new Set(before ? codesOf(before) : [])
    return codesOf(draft).filter((code) => !own.has(code))
  })
}

const variantSkusOf = ({ variants }: ProductDraft): string[] =>
  variants.flatMap(({ variantSku }) => variantSku ?? [])
const barcodesOf = ({ variants }: ProductDraft): string[] => variants.flatMap(({ barcodes }) => barcodes)

/** The longest texts that are kept. What comes as a body was measured by its schema; what comes from a file was not. */
function checkLengths(draft: ProductDraft, faults: FieldFault[]): void {
  const check = (field: string, text: string | null, longest: number): void => {
    if (text !== null && text.length > longest)
      faults.push(fieldFault(field, 'field.maxLength', { limit: longest }))
  }
  const checkAll = (field: string, texts: Texts, longest: number): void => {
    for (const [culture, text] of Object.entries(texts)) check(`${field}.${culture}`, text, longest)
  }
  check('sku', draft.sku, NAME_LENGTH)
  check('imageUrl', draft.imageUrl, ADDRESS_LENGTH)
  checkAll('names', draft.names, NAME_LENGTH)
  checkAll('descriptions', draft.descriptions, DESCRIPTION_LENGTH)
  if (draft.variants.length > MAX_VARIANTS)
    faults.push(fieldFault('variants', 'field.maxItems', { limit: MAX_VARIANTS }))
  for (const [index, { barcodes, imageUrl, names, options, variantSku }] of draft.variants.entries()) {
    const field = `variants.${index}`
    check(`${field}.variantSku`, variantSku, NAME_LENGTH)
    check(`${field}.imageUrl`, imageUrl, ADDRESS_LENGTH)
    checkAll(`${field}.names`, names, NAME_LENGTH)
    for (const [place, { name, value }] of options.entries()) {
      check(`${field}.options.${place}.name`, name, NAME_LENGTH)
      check(`${field}.options.${place}.value`, value, NAME_LENGTH)
    }
    for (const [place, barcode] of barcodes.entries())
      check(`${field}.barcodes.${place}`, barcode, BARCODE_LENGTH)
  }
}

function faultsOfDraft(
  { catalogs, store }: Shelf,
  { before, draft }: WantedProduct,
  meant: Meant,
): FieldFault[] {
  const faults: FieldFault[] = []
  const fault = faultsInto(faults)
  const checkCultures = (field: string, texts: Texts, before: Texts | undefined): void =>
    void faults.push(...faultsOfCultures(texts, { field, before, cultures: store.cultures }))
  checkLengths(draft, faults)
  if (draft.sku !== draft.sku.trim()) fault('sku', 'field.white-space')
  if (Object.keys(draft.names).length === 0) fault('names', 'field.no-name')
  checkCultures('names', draft.names, before?.names)
  checkCultures('descriptions', draft.descriptions, before?.descriptions)
  const catalog = catalogs.get(draft.catalogId)
  if (!catalog || (catalog.state === 'retired' && !mayBeInRetired(draft, before)))
    fault('catalogId', catalog ? 'catalog.retired' : 'catalog.not-found')
  const { variants } = draft
  if (variants.length === 0) fault('variants', 'field.empty-list')
  const seen = { skus: new Set<string>(), barcodes: new Set<string>() }
  for (const [index, variant] of variants.entries()) {
    const field = `variants.${index}`
    checkCultures(`${field}.names`, variant.names, meant[index]?.names)
    const { variantSku } = variant
    if (variantSku === null) {
      if (variants.length > 1) fault(`${field}.variantSku`, 'product.variant-sku-missing')
    } else if (variantSku !== variantSku.trim()) {
      fault(`${field}.variantSku`, 'field.white-space')
    } else if (seen.skus.has(variantSku)) {
      fault(`${field}.variantSku`, 'product.variant-sku-repeated')
    }
    seen.skus.add(variantSku ?? '')
    for (const [place, barcode] of variant.barcodes.entries()) {
      const at = `${field}.barcodes.${place}`
      if (barcode !== barcode.trim()) fault(at, 'field.white-space')
      else if (seen.barcodes.has(barcode)) fault(at, 'field.repeated')
      seen.barcodes.add(barcode)
    }
  }
  return faults
}

/** What is sold no more may be in a catalog that is offered no more; what is there already may stay, and not be sold again. */
const mayBeInRetired = (draft: ProductDraft, before: ProductRecord | undefined): boolean =>
  draft.state === 'retired' || (draft.catalogId === before?.catalogId && before.state !== 'retired')

/** Which variants of its product a draft means: each once, and none with the sku of one that it leaves out. */
function faultsOfIds({ before, draft }: WantedProduct, meant: Meant): FieldFault[] {
  const known = before?.variants ?? []
  const isMeant = new Set(meant)
  const leftOut = new Set(
    known.flatMap((variant) => (isMeant.has(variant) ? [] : (variant.variantSku ?? []))),
  )
  const seen = new Set<VariantRecord>()
  return draft.variants.flatMap(({ id, variantSku }, index) => {
    const field = `variants.${index}`
    const own = meant[index]
    if (id !== undefined && own?.id !== id) return [fieldFault(`${field}.id`, 'product.no-variant')]
    if (own && seen.has(own)) return [fieldFault(`${field}.id`, 'field.repeated')]
    if (own) seen.add(own)
    return variantSku !== null && leftOut.has(variantSku)
      ? [fieldFault(`${field}.variantSku`, 'product.variant-retired')]
      : []
  })
}

function faultsOfCodes({ before, draft }: WantedProduct, taken: Taken): FieldFault[] {
  const faults: FieldFault[] = []
  const owner = taken.skus.get(draft.sku)
  if (owner !== undefined && owner !== before?.id) {
    faults.push(fieldFault('sku', 'product.sku-taken'))
  }
  const other = (codes: readonly TakenCode[] = []): TakenCode | undefined =>
    codes.find(({ productId }) => productId !== before?.id)
  for (const [index, variant] of draft.variants.entries()) {
    const sku = variant.variantSku === null ? undefined : other(taken.variantSkus.get(variant.variantSku))
    if (sku)
      faults.push(fieldFault(`variants.${index}.variantSku`, 'product.variant-sku-taken', { sku: sku.sku }))
    for (const [place, barcode] of variant.barcodes.entries()) {
      const product = other(taken.barcodes.get(barcode))
      if (product)
        faults.push(
          fieldFault(`variants.${index}.barcodes.${place}`, 'product.barcode-taken', { sku: product.sku }),
        )
    }
  }
  return faults
}

import type { Minor, Ppm } from '../../kernel/money.ts'
import type { StoredRecord } from '../../records/noun.ts'
import type { Texts } from '../../records/texts.ts'

export type ProductState = 'active' | 'draft' | 'retired'

export interface ProductOption {
  readonly name: string
  readonly value: string
}

/** What somebody wants a variant to be. A product without variants has one, without a sku of its own. */
export interface VariantDraft {
  /** The variant that is meant; where it is left out, that of the sku. */
  readonly id?: string | undefined
  readonly variantSku: string | null
  /** The variant's part of the name. */
  readonly names: Texts
  readonly options: readonly ProductOption[]
  /** Its own picture; where it has none, the product's stands for it. */
  readonly imageUrl: string | null
  /** The first is the one that lists show. */
  readonly barcodes: readonly string[]
  /** Without tax, by price group; only those that groups set themselves. */
  readonly prices: Readonly<Record<string, Minor>>
}

/** A variant of which nothing is said. */
export const NEW_VARIANT = {
  variantSku: null,
  names: {},
  options: [],
  imageUrl: null,
  barcodes: [],
  prices: {},
} as const satisfies VariantDraft

export interface VariantRecord extends VariantDraft {
  readonly id: string
  /** Sold no more, and kept for what has been sold of it. */
  readonly isRetired: boolean
}

/** What somebody wants a product to be. */
export interface ProductDraft {
  readonly sku: string
  readonly names: Texts
  readonly descriptions: Texts
  readonly imageUrl: string | null
  readonly catalogId: string
  /** That of its rate with a name, where it has one. */
  readonly taxRate: Ppm
  readonly taxRateId: string | null
  readonly state: ProductState
  /** Whether each piece that is sold of it is issued to a gift card. */
  readonly isGiftCard: boolean
  readonly variants: readonly VariantDraft[]
}

/** A product as it is stored, with all that belongs to it. */
export interface ProductRecord extends ProductDraft, StoredRecord {
  /** In their order; retired ones too. */
  readonly variants: readonly VariantRecord[]
}

/** What lists are read from: all but the descriptions, which may be long. */
export type ListedRecord = Omit<ProductRecord, 'descriptions'>

/** The pictures that a product and its variants have. */
export const imageUrlsOf = ({
  imageUrl,
  variants,
}: {
  readonly imageUrl: string | null
  readonly variants: readonly Pick<VariantDraft, 'imageUrl'>[]
}): string[] => [imageUrl, ...variants.map((variant) => variant.imageUrl)].filter((url) => url !== null)

/**
 * The variants that those of a draft mean, in their order: the one that each names, or that of its sku; where there is one
 * and is to be one, that. Undefined for those that are new.
 */
export function meantBy(
  { variants: known }: Pick<ProductRecord, 'variants'>,
  { variants }: Pick<ProductDraft, 'variants'>,
): readonly (VariantRecord | undefined)[] {
  const only = known.length === 1 && variants.length === 1 ? known[0] : undefined
  const byId = new Map(known.map((variant) => [variant.id, variant]))
  // Without a sku there may be retired ones beside the one that is sold, which comes first.
  const bySku = new Map(known.toReversed().map((variant) => [variant.variantSku, variant]))
  return variants.map(
    ({ id, variantSku }) => (id === undefined ? bySku.get(variantSku) : byId.get(id)) ?? only,
  )
}

/** What makes a variant's name where nobody has given it one: "M, navy", in the store's own culture. */
export const namesOfOptions = (options: readonly ProductOption[], culture: string): Texts =>
  options.length === 0 ? {} : { [culture]: options.map(({ value }) => value).join(', ') }

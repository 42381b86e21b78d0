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
  /** The first is the one that lists show. */
  readonly barcodes: readonly string[]
  /** Without tax, by price group; only those that groups set themselves. */
  readonly prices: Readonly<Record<string, Minor>>
}

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
  readonly variants: readonly VariantDraft[]
}

/** A product as it is stored, with all that belongs to it. */
export interface ProductRecord extends ProductDraft, StoredRecord {
  /** In their order; retired ones too. */
  readonly variants: readonly VariantRecord[]
}

/** What lists are read from: all but the descriptions, which may be long. */
export type ListedRecord = Omit<ProductRecord, 'descriptions'>

/** The variant that a draft means: the one it names, or that of its sku; where there is one and is to be one, that. */
export function meantBy(
  before: ProductRecord,
  draft: ProductDraft,
  { id, variantSku }: VariantDraft,
): VariantRecord | undefined {
  const known = before.variants.find((variant) =>
    id === undefined ? variant.variantSku === variantSku : variant.id === id,
  )
  if (known) return known
  const [only, ...others] = before.variants
  return others.length === 0 && draft.variants.length === 1 ? only : undefined
}

/** What makes a variant's name where nobody has given it one: "M, navy", in the store's own culture. */
export const namesOfOptions = (options: readonly ProductOption[], culture: string): Texts =>
  options.length === 0 ? {} : { [culture]: options.map(({ value }) => value).join(', ') }

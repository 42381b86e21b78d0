import { computed, type ComputedRef } from 'vue'
import type { ManagedProduct } from '../../api/products.ts'
import type { Shelf } from './shelf.ts'
import { useTexts, type MessageKey } from '../../i18n/index.ts'
import { cultureNames } from '../../ui/format.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import type { FormTerms } from './product-form.ts'

/** What the parts of a product's page have in common. */
export interface ProductTerms {
  culture: ComputedRef<string>
  /** What the texts of a product's form mean; of a new one without. */
  termsOf: (product?: ManagedProduct) => FormTerms
  /** The languages of the shop, by name. */
  cultures: ComputedRef<{ value: string; label: string }[]>
  groupName: (id: string) => string
  /** A field of the API in words: `variants.MUG-1.prices.<id>`. */
  labelOf: (field: string) => string
}

const LABELS: Readonly<Record<string, MessageKey>> = {
  sku: 'product.sku',
  names: 'product.name',
  descriptions: 'product.description',
  imageUrl: 'product.picture',
  catalogId: 'product.catalog',
  taxRate: 'product.tax',
  taxRateId: 'product.tax',
  state: 'product.state',
  isGiftCard: 'product.isGiftCard',
  variants: 'product.variants',
  variantSku: 'product.variantSku',
  options: 'product.options',
  barcodes: 'product.barcodes',
  prices: 'product.price',
}

/** How a product is typed and told of in this shop. */
export function useProductTerms(shelf: () => Shelf | undefined): ProductTerms {
  const { t, locale } = useTexts()
  const storeInfo = useStoreInfo()
  const cultures = computed(() => cultureNames(storeInfo.store?.cultures ?? [], locale.value))
  const groupName = (id: string): string => shelf()?.priceGroups.find((group) => group.id === id)?.name ?? id

  const textOf = (part: string): string => {
    const key = LABELS[part]
    return key ? t(key) : part
  }
  const placeOf = (part: string, which: string): string => {
    if (part === 'prices') return groupName(which)
    if (part === 'names' || part === 'descriptions')
      return cultures.value.find(({ value }) => value === which)?.label ?? which
    return ''
  }

  function labelOf(field: string): string {
    const [part = '', ...rest] = field.split('.')
    if (part !== 'variants' || rest.length === 0) return joined(textOf(part), placeOf(part, rest.join('.')))
    // A sku may hold points: what is of the variant is known by its name.
    const at = rest.findLastIndex((each) => each in LABELS)
    if (at < 0) return joined(textOf(part), rest.join('.'))
    const what = rest[at] ?? ''
    return joined(rest.slice(0, at).join('.'), textOf(what), placeOf(what, rest.slice(at + 1).join('.')))
  }

  return {
    culture: computed(() => storeInfo.clerkCulture),
    termsOf: (product) => ({
      culture: storeInfo.clerkCulture,
      // A price in a group that came into being since stays, too.
      groups: new Map(
        [
          ...(product?.variants ?? []).flatMap(({ prices }) =>
            prices.map(({ currency, priceGroupId: id }) => ({ id, currency, taxRate: null })),
          ),
          ...(shelf()?.priceGroups ?? []),
        ].map((group) => [group.id, group]),
      ),
      rates: new Map(shelf()?.taxRates.map(({ id, rate }) => [id, rate])),
    }),
    cultures,
    groupName,
    labelOf,
  }
}

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ')

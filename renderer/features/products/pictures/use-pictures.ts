import { computed, shallowRef, watch } from 'vue'
import { findProductImages, isOwnImage, type ProductImages } from '../../../api/images.ts'
import { useLive } from '../../../ui/use-live.ts'

/** A product, or one variant of it. */
interface Goods {
  readonly sku: string
  readonly variantSku: string | null
}

export interface Pictures {
  /**
   * The address of the picture of some goods: the variant's own, or else the product's; null where there is none, or it is not
   * known yet, and others have one: then its place stays free. Undefined where none of them has.
   */
  readonly of: (goods: Goods) => string | null | undefined
}

/**
 * The pictures of goods: of what stands in a cart or an order. Each is asked for once, and again when
 * somebody changes products. Where they cannot be had, what they are pictures of is there all the same.
 */
export function usePictures(goods: () => readonly Goods[]): Pictures {
  const known = shallowRef<ReadonlyMap<string, ProductImages | undefined>>(new Map())

  async function ask(wanted: readonly string[]): Promise<void> {
    if (wanted.length === 0) return
    const found = await findProductImages(wanted).catch(() => undefined)
    if (!found) return
    const images = new Map(found.map((each) => [each.sku, each]))
    known.value = new Map([
      ...known.value,
      ...wanted.map((sku): [string, ProductImages | undefined] => [sku, images.get(sku)]),
    ])
  }

  const wanted = (): string[] => [...new Set(goods().map(({ sku }) => sku))]
  watch(
    () => JSON.stringify(wanted()),
    () => void ask(wanted().filter((sku) => !known.value.has(sku))),
    { immediate: true },
  )
  useLive(
    ({ noun, type }) => type === 'import.changed' || (type === 'record.changed' && noun === 'product'),
    () => ask(wanted()),
  )

  function find({ sku, variantSku }: Goods): string | undefined {
    const images = known.value.get(sku)
    const own = images?.variants.find((variant) => variant.variantSku === variantSku)
    return [own?.imageUrl, images?.imageUrl].find(isOwnImage)
  }
  const hasAny = computed(() => goods().some((each) => find(each) !== undefined))
  return { of: (each) => (hasAny.value ? (find(each) ?? null) : undefined) }
}

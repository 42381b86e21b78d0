import { computed, shallowRef, watch } from 'vue'
import { findProductImages, isOwnImage } from '../../../api/images.ts'
import { useLive } from '../../../ui/use-live.ts'

export interface Pictures {
  /**
   * The address of the picture of a product; null where it has none, or it is not known yet, and another one has: then its
   * place stays free. Undefined where none of them has.
   */
  readonly of: (sku: string) => string | null | undefined
}

/**
 * The pictures of products, by their skus: of what stands in a cart or an order. Each is asked for once, and again when
 * somebody changes products. Where they cannot be had, what they are pictures of is there all the same.
 */
export function usePictures(skus: () => readonly string[]): Pictures {
  const known = shallowRef<ReadonlyMap<string, string | undefined>>(new Map())

  async function ask(wanted: readonly string[]): Promise<void> {
    if (wanted.length === 0) return
    const found = await findProductImages(wanted).catch(() => undefined)
    if (!found) return
    const own = wanted.map((sku): [string, string | undefined] => {
      const imageUrl = found.get(sku)
      return [sku, isOwnImage(imageUrl) ? imageUrl : undefined]
    })
    known.value = new Map([...known.value, ...own])
  }

  const wanted = (): string[] => [...new Set(skus())]
  watch(
    () => JSON.stringify(wanted()),
    () => void ask(wanted().filter((sku) => !known.value.has(sku))),
    { immediate: true },
  )
  useLive(
    ({ noun, type }) => type === 'import.changed' || (type === 'record.changed' && noun === 'product'),
    () => ask(wanted()),
  )

  const hasAny = computed(() => skus().some((sku) => known.value.get(sku) !== undefined))
  return { of: (sku) => (hasAny.value ? (known.value.get(sku) ?? null) : undefined) }
}

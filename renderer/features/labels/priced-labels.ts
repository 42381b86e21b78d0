import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { toApiError, type ApiError } from '../../api/api-error.ts'
import { patiently } from '../../api/connection.ts'
import { listVariantsSold, type Product } from '../../api/catalog.ts'
import { useLive } from '../../ui/use-live.ts'
import type { LabelLine } from './labels.ts'

/** What a label says of goods: as they are sold. */
export type LabelGoods = Pick<
  Product,
  'name' | 'price' | 'taxRate' | 'currency' | 'barcode' | 'sku' | 'variantSku'
>

export interface PricedLabels {
  /** Of a line; null where the price group does not sell it, undefined until that is known. */
  goodsOf: (line: LabelLine) => LabelGoods | null | undefined
  isPriced: ComputedRef<boolean>
  error: Readonly<ShallowRef<ApiError | undefined>>
  reload: () => void
}

interface Where {
  readonly priceGroupId: string
  readonly cultureCode: string
}

/**
 * What the goods of labels are called and cost.
 * @param where the price group and culture; undefined until they are known
 */
export function usePricedLabels(
  lines: () => readonly LabelLine[],
  where: () => Where | undefined,
): PricedLabels {
  const known = shallowRef<ReadonlyMap<string, LabelGoods | null>>(new Map())
  /** Whether what is known is of now: while it is looked at again, it stays in sight and is not printed. */
  const isFresh = shallowRef(false)
  const error = shallowRef<ApiError>()
  /** Counts what was asked for: an answer of before says nothing of now. */
  let asked = 0

  /** What lines of one product are: of several, all that it is sold as is asked for at once. */
  async function find(
    sku: string,
    ofProduct: readonly LabelLine[],
    query: Where,
  ): Promise<[string, LabelGoods | null][]> {
    const [only] = ofProduct.length === 1 ? ofProduct : []
    const search = only?.variantSku ?? sku
    const sold = await patiently(() => listVariantsSold({ ...query, sku, search }))
    const byVariant = new Map(sold.map((goods) => [goods.variantSku, goods]))
    return ofProduct.map((line) => [line.id, byVariant.get(line.variantSku) ?? null])
  }

  /** @param before what is not asked for again */
  async function look(before: ReadonlyMap<string, LabelGoods | null>): Promise<void> {
    const nth = (asked += 1)
    const query = where()
    isFresh.value = false
    if (!query) return
    error.value = undefined
    const found = new Map(before)
    try {
      const missing = lines().filter(({ id }) => !found.has(id))
      for (const [sku, ofProduct] of Map.groupBy(missing, (line) => line.sku)) {
        for (const [id, goods] of await find(sku, ofProduct, query)) found.set(id, goods)
        if (nth !== asked) return
      }
    } catch (failure) {
      if (nth === asked) error.value = toApiError(failure)
      return
    }
    // At once: each time all labels are drawn.
    known.value = found
    isFresh.value = true
  }

  watch(
    where,
    (now, last) => {
      if (JSON.stringify(now) === JSON.stringify(last)) return
      known.value = new Map()
      void look(known.value)
    },
    { immediate: true },
  )
  watch(
    () =>
      lines()
        .map(({ id }) => id)
        .join(' '),
    () => void look(isFresh.value ? known.value : new Map()),
  )
  // A label with the price of before would hang on the shelf for weeks.
  useLive(
    ({ noun, type }) =>
      ['product', 'price-group', 'tax-rate'].includes(noun ?? '') || type === 'import.changed',
    async () => look(new Map()),
  )

  return {
    goodsOf: ({ id }) => known.value.get(id),
    isPriced: computed(() => isFresh.value),
    error,
    reload: () => void look(new Map()),
  }
}

import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { toApiError, type ApiError } from '../../api/api-error.ts'
import { patiently } from '../../api/connection.ts'
import { searchProducts, type Product } from '../../api/catalog.ts'
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

/** As many products as one search answers; of a family the one that is meant is among them. */
const SEARCHED = 250

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

  async function find(line: LabelLine, query: Where): Promise<LabelGoods | null> {
    const search = line.variantSku ?? line.sku
    const products = await patiently(() => searchProducts({ ...query, search, maxItems: SEARCHED }))
    const goods = products.find(({ sku, variantSku }) => sku === line.sku && variantSku === line.variantSku)
    return goods ?? null
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
      for (const line of lines()) {
        if (!found.has(line.id)) found.set(line.id, await find(line, query))
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

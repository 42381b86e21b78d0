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

/** As many products as one search answers; of a family the one that is meant is among them. */
const SEARCHED = 250

/**
 * What the goods of labels are called and cost.
 * @param where the price group and culture; undefined until they are known
 */
export function usePricedLabels(
  lines: () => readonly LabelLine[],
  where: () => { readonly priceGroupId: string; readonly cultureCode: string } | undefined,
): PricedLabels {
  const known = shallowRef<ReadonlyMap<string, LabelGoods | null>>(new Map())
  const error = shallowRef<ApiError>()
  /** Counts what was asked for: an answer of before says nothing of now. */
  let asked = 0

  async function find(line: LabelLine, query: { priceGroupId: string; cultureCode: string }) {
    const search = line.variantSku ?? line.sku
    const products = await patiently(() => searchProducts({ ...query, search, maxItems: SEARCHED }))
    const goods = products.find(({ sku, variantSku }) => sku === line.sku && variantSku === line.variantSku)
    return goods ?? null
  }

  async function look(isAnew: boolean): Promise<void> {
    const query = where()
    if (isAnew) {
      asked += 1
      known.value = new Map()
    }
    const nth = asked
    if (!query) return
    error.value = undefined
    try {
      for (const line of lines()) {
        if (known.value.has(line.id)) continue
        const goods = await find(line, query)
        if (nth !== asked) return
        known.value = new Map(known.value).set(line.id, goods)
      }
    } catch (failure) {
      if (nth === asked) error.value = toApiError(failure)
    }
  }

  watch(where, (now, before) => JSON.stringify(now) !== JSON.stringify(before) && void look(true), {
    immediate: true,
  })
  watch(
    () =>
      lines()
        .map(({ id }) => id)
        .join(' '),
    () => void look(false),
  )
  // A label with the price of before would hang on the shelf for weeks.
  useLive(
    ({ noun, type }) =>
      ['product', 'price-group', 'tax-rate'].includes(noun ?? '') || type === 'import.changed',
    async () => look(true),
  )

  return {
    goodsOf: ({ id }) => known.value.get(id),
    isPriced: computed(() => lines().every(({ id }) => known.value.has(id))),
    error,
    reload: () => void look(true),
  }
}

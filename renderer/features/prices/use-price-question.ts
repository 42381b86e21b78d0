import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { ProductPrice, ListedEvaluation } from '../../api/price-groups.ts'
import { listEvaluations, listProductPrices } from '../../api/price-groups.ts'
import { isDayTime } from '../../ui/day-time.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded, type Loaded } from '../../ui/use-loaded.ts'
import { isSame } from '../records/lay-over.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { fromSaleQuery, noFilters, toSaleQuery, type SaleFilters } from './sale-filters.ts'

/** What is asked: who gets which price, and when. All of it stands in the address, under the names that the API has. */
export interface PriceQuestion {
  filters: Ref<SaleFilters>
  currency: Ref<string>
  /** On the clock of the store, such as `2026-11-21T17:30`; empty for now, or what is typed and is no time yet. */
  at: Ref<string>
  /** The product whose price is asked for, if any. */
  sku: Ref<string>
  variantSku: Ref<string>
  isAsked: ComputedRef<boolean>
  clear: () => void
  /** The query of the evaluation, without what is not asked. */
  query: ComputedRef<Parameters<typeof listEvaluations>[0]>
  groups: Loaded<ListedEvaluation[]>
  /** Of the product that is asked for; undefined where none is, and until they are here. */
  prices: ComputedRef<readonly ProductPrice[] | undefined>
  /** Why they are not. */
  pricesError: Loaded<unknown>['error']
}

/** Of the clock: what is valid now may not be in a minute. */
const AGAIN_EVERY_MS = 60_000

export function usePriceQuestion(): PriceQuestion {
  const route = useRoute()
  const router = useRouter()
  const storeInfo = useStoreInfo()
  const textOf = (name: string): string => {
    const text = route.query[name]
    return typeof text === 'string' ? text : ''
  }
  const currencies = (storeInfo.store?.currencies ?? []).map(({ isoCode }) => isoCode)

  const filters = ref(noFilters())
  const [currency, at, sku, variantSku] = [ref(''), ref(''), ref(''), ref('')]
  /** An address may hold anything. */
  function readAddress(): void {
    filters.value = fromSaleQuery(route.query)
    currency.value = currencies.includes(textOf('currency')) ? textOf('currency') : ''
    at.value = isDayTime(textOf('at')) ? textOf('at') : ''
    sku.value = textOf('sku')
    variantSku.value = textOf('variantSku')
  }
  readAddress()

  /** Half a date asks for nothing yet. */
  const when = computed(() => (isDayTime(at.value) ? at.value : ''))
  const asked = computed(() => {
    const all = { currency: currency.value, at: when.value, sku: sku.value, variantSku: variantSku.value }
    const given = Object.entries(all).filter(([, text]) => text !== '')
    return { ...toSaleQuery(filters.value), ...Object.fromEntries(given) }
  })
  /** Changes of the address that this page makes itself. */
  let own = 0
  watch(asked, async () => {
    own += 1
    await router.replace({ query: asked.value })
    own -= 1
  })
  // A link to another question, followed while this one is on the screen.
  watch(
    () => route.query,
    () => own === 0 && route.name === 'prices' && readAddress(),
  )

  const query = computed(() => ({
    cultureCode: storeInfo.clerkCulture,
    ...(currency.value !== '' && { currency: currency.value }),
    ...(when.value !== '' && { at: when.value }),
    ...toSaleQuery(filters.value),
  }))
  const groups = useLoaded(
    (signal) => listEvaluations(query.value, signal),
    () => query.value,
  )
  useInterval(() => when.value === '' && groups.refresh(), AGAIN_EVERY_MS)

  const productQuery = () =>
    sku.value === ''
      ? undefined
      : { cultureCode: storeInfo.clerkCulture, sku: sku.value, variantSku: variantSku.value }
  const prices = useLoaded(async (signal) => {
    const product = productQuery()
    return { product, rows: product && (await listProductPrices(product, signal)) }
  }, productQuery)
  useLive(['record.changed', 'import.changed'], async () => {
    const fresh = await Promise.all([groups.refresh(), prices.refresh()])
    return fresh.every(Boolean)
  })

  return {
    filters,
    currency,
    at,
    sku,
    variantSku,
    isAsked: computed(() => at.value !== '' || Object.keys(asked.value).length > 0),
    clear() {
      filters.value = noFilters()
      for (const text of [currency, at, sku, variantSku]) text.value = ''
    },
    query,
    groups,
    // What another product costs is never told as the price of this one, however late that comes.
    prices: computed(() =>
      isSame(prices.data.value?.product, productQuery()) ? prices.data.value?.rows : undefined,
    ),
    pricesError: prices.error,
  }
}

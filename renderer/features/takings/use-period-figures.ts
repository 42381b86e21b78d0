import { computed } from 'vue'
import { useRoute } from 'vue-router'
import { getPeriodFigures } from '../../api/figures.ts'
import { useTexts } from '../../i18n/index.ts'
import { shopDay } from '../../ui/shop-zone.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { periodIn } from './period.ts'
import { tablesOf } from './takings-rows.ts'

/**
 * What the period took that the address says, in its currency: this month, and the store's first, where it says none; and the
 * tables of it.
 */
export function usePeriodFigures() {
  const route = useRoute()
  const storeInfo = useStoreInfo()
  const { t, locale } = useTexts()
  const wanted = computed(() => {
    const { soldIn } = storeInfo
    const currency = soldIn.find((code) => code === route.query['currency']) ?? soldIn[0] ?? 'EUR'
    return { ...periodIn(route.query, shopDay()), currency }
  })
  const loaded = useLoaded(
    async (signal) => {
      const [figures, store] = await Promise.all([
        getPeriodFigures({ ...wanted.value, cultureCode: locale.value }, signal),
        storeInfo.load(),
      ])
      return { figures, store }
    },
    () => [wanted.value, locale.value],
  )
  /** Those of that period: what another took is not shown for it while they are on their way. */
  const figures = computed(() => {
    const found = loaded.data.value?.figures
    const { currency, from, to } = wanted.value
    return found?.from === from && found.to === to && found.currency === currency ? found : undefined
  })
  const tables = computed(() => (figures.value ? tablesOf(figures.value, { t, locale: locale.value }) : []))
  return { wanted, loaded, figures, tables }
}

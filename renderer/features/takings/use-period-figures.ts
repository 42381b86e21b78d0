import { computed } from 'vue'
import { useRoute } from 'vue-router'
import { getPeriodFigures } from '../../api/figures.ts'
import { useTexts } from '../../i18n/index.ts'
import { shopDay } from '../../ui/shop-zone.ts'
import { useLive } from '../../ui/use-live.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { periodIn } from './period.ts'
import { tablesOf } from './takings-rows.ts'

/** Of a large shop's year it is a long look, which is not taken without end: after each, so many times as long nobody looks. */
const PAUSE = 9

/**
 * What the period took that the address says, in its currency: this month, and the store's first, where it says none; and the
 * tables of it. It is followed as money comes and goes, on the screen and on paper.
 */
export function usePeriodFigures() {
  const route = useRoute()
  const storeInfo = useStoreInfo()
  const { t, locale } = useTexts()
  const today = computed(() => shopDay())
  const wanted = computed(() => {
    const { soldIn } = storeInfo
    const currency = soldIn.find((code) => code === route.query['currency']) ?? soldIn[0] ?? 'EUR'
    return { ...periodIn(route.query, today.value), currency }
  })
  let lookedOn = ''
  const loaded = useLoaded(
    async (signal) => {
      lookedOn = shopDay()
      return getPeriodFigures({ ...wanted.value, cultureCode: locale.value }, signal)
    },
    () => [wanted.value, locale.value],
  )
  useLive(['order.changed'], async () => {
    // Days that were over then stay as they are.
    if (wanted.value.to < lookedOn) return true
    const begun = performance.now()
    const isDone = await loaded.refresh()
    const pause = (performance.now() - begun) * PAUSE
    await new Promise((resolve) => setTimeout(resolve, pause))
    return isDone
  })
  // What ways to pay are called, of days that are over, too.
  useLive(
    ({ noun }) => noun === 'payment-method',
    () => loaded.refresh(),
  )
  /** Those of that period: what another took is not shown for it while they are on their way. */
  const figures = computed(() => {
    const found = loaded.data.value
    const { currency, from, to } = wanted.value
    return found?.from === from && found.to === to && found.currency === currency ? found : undefined
  })
  const tables = computed(() => (figures.value ? tablesOf(figures.value, { t, locale: locale.value }) : []))
  return { today, wanted, loaded, figures, tables }
}

import { computed, type WritableComputedRef } from 'vue'
import { usePreferences } from '../preferences/preferences.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import { pricesHaveTax } from '../tax-rates/usual-rates.ts'

/**
 * Whether prices of products are shown and typed with tax; they are kept without. As shops of the country do, until somebody
 * at this machine says otherwise.
 */
export function usePricesWithTax(): WritableComputedRef<boolean> {
  const preferences = usePreferences()
  const storeInfo = useStoreInfo()
  return computed({
    get: () => preferences.pricesWithTax ?? pricesHaveTax(storeInfo.store?.countryCode ?? ''),
    set: (isWithTax) => (preferences.pricesWithTax = isWithTax),
  })
}

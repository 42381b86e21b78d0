import { useLoaded } from '../../ui/use-loaded.ts'
import { useStoreInfo } from '../stores/store-info.ts'
import type { AddressNeeds } from './address-body.ts'

/** What an address needs that goods are sent to: a postal code, too, but where it is known that its country has none. */
export function useDeliveryNeeds(): AddressNeeds {
  const storeInfo = useStoreInfo()
  const countries = useLoaded(
    () => storeInfo.loadCountries(),
    () => storeInfo.countriesBy,
  )
  const hasPostalCodes = (countryId: string): boolean =>
    countries.data.value?.find(({ id }) => id === countryId)?.hasPostalCodes ?? true
  return { hasName: true, hasPlace: true, hasPostalCodes }
}

import { listShippingMethods } from '../../api/reference-lists.ts'
import { holdsScope } from '../../api/scopes.ts'
import type { ShownOrder } from '../../api/orders.ts'
import { useLoaded } from '../../ui/use-loaded.ts'

/**
 * Whether goods are collected that were sold by a shipping method. The order does not say so, but the methods do that are
 * offered where it goes.
 * @returns undefined until it is known; false also where it cannot be: of a method that is retired, or for the support
 */
export function useCollected(order: () => ShownOrder): (shippingMethodId: string) => boolean | undefined {
  function query() {
    const { cultureCode, priceGroups, shipments } = order()
    const countryId = shipments[0]?.shipmentAddress.country.id
    const priceGroupId = priceGroups?.[0]?.id
    // The support may not ask for methods.
    return holdsScope('staff') && countryId !== undefined && priceGroupId !== undefined
      ? { cultureCode, countryId, priceGroupId }
      : undefined
  }
  const methods = useLoaded(async (signal) => {
    const asked = query()
    return asked ? listShippingMethods(asked, signal) : []
  }, query)

  return (shippingMethodId) => {
    if (methods.error.value) return false
    return (
      methods.data.value && methods.data.value.find(({ id }) => id === shippingMethodId)?.delivers === false
    )
  }
}

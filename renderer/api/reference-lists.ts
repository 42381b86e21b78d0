import type { CountriesAnswer, CountryOfForm as Country } from '../../core/countries/country.schema.ts'
import type { PaymentMethod, PaymentMethodsAnswer } from '../../core/payment-methods/payment-method.schema.ts'
import type {
  ShippingMethod,
  ShippingMethodsAnswer,
} from '../../core/shipping-methods/shipping-method.schema.ts'
import { ApiError } from './api-error.ts'
import { get } from './client.ts'

export type { CountryOfForm as Country } from '../../core/countries/country.schema.ts'
export type { PaymentMethod } from '../../core/payment-methods/payment-method.schema.ts'
export type { ShippingMethod } from '../../core/shipping-methods/shipping-method.schema.ts'

const MAX_ITEMS = 1000

/** Where and how goods may be delivered and paid. */
export interface MethodQuery {
  cultureCode: string
  countryId: string
  priceGroupId: string
}

export async function listCountries(cultureCode: string): Promise<Country[]> {
  const query = { cultureCode, maxItems: MAX_ITEMS, include: 'hasPostalCodes' }
  return (await get<CountriesAnswer>('/countries', query)).countries
}

export async function listShippingMethods(
  query: MethodQuery,
  signal?: AbortSignal,
): Promise<ShippingMethod[]> {
  return emptyIfRefused(
    async () => (await get<ShippingMethodsAnswer>('/shipping-methods', { ...query }, signal)).shippingMethods,
  )
}

export async function listPaymentMethods(query: MethodQuery, signal?: AbortSignal): Promise<PaymentMethod[]> {
  return emptyIfRefused(
    async () => (await get<PaymentMethodsAnswer>('/payment-methods', { ...query }, signal)).paymentMethods,
  )
}

/** Section 7: where no method serves the country and price group the answer is 400, here an empty list. */
async function emptyIfRefused<T>(list: () => Promise<T[]>): Promise<T[]> {
  try {
    return await list()
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return []
    throw error
  }
}

import type { CountriesAnswer, CountryOfForm as Country } from '../../core/countries/country.schema.ts'
import type { PaymentMethod, PaymentMethodsAnswer } from '../../core/payment-methods/payment-method.schema.ts'
import type {
  ShippingMethod,
  ShippingMethodsAnswer,
} from '../../core/shipping-methods/shipping-method.schema.ts'
import { allOf } from './all-of.ts'
import { ApiError } from './api-error.ts'
import { get } from './client.ts'

export type { CountryOfForm as Country } from '../../core/countries/country.schema.ts'
export type { PaymentMethod } from '../../core/payment-methods/payment-method.schema.ts'
export type { ShippingMethod } from '../../core/shipping-methods/shipping-method.schema.ts'

/** Where and how goods may be delivered and paid. */
export interface MethodQuery {
  cultureCode: string
  countryId: string
  priceGroupId: string
}

export const listCountries = async (cultureCode: string): Promise<Country[]> =>
  allOf(
    async (page) => get<CountriesAnswer>('/countries', { cultureCode, include: 'hasPostalCodes', ...page }),
    ({ countries }) => countries,
  )

export const listShippingMethods = async (
  query: MethodQuery,
  signal?: AbortSignal,
): Promise<ShippingMethod[]> =>
  emptyIfRefused(async () =>
    allOf(
      async (page) => get<ShippingMethodsAnswer>('/shipping-methods', { ...query, ...page }, signal),
      ({ shippingMethods }) => shippingMethods,
    ),
  )

export const listPaymentMethods = async (
  query: MethodQuery,
  signal?: AbortSignal,
): Promise<PaymentMethod[]> =>
  emptyIfRefused(async () =>
    allOf(
      async (page) => get<PaymentMethodsAnswer>('/payment-methods', { ...query, ...page }, signal),
      ({ paymentMethods }) => paymentMethods,
    ),
  )

/** Section 7: where no method serves the country and price group the answer is 400, here an empty list. */
async function emptyIfRefused<T>(list: () => Promise<T[]>): Promise<T[]> {
  try {
    return await list()
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return []
    throw error
  }
}

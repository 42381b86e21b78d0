import type {
  ManagedPaymentMethod,
  PaymentMethodBody,
} from '../../core/payment-methods/manage/payment-method.schema.ts'
import type { ServedCountry, ServedCountryBody } from '../../core/served-countries/served-country.schema.ts'
import type {
  ManagedShippingMethod,
  ShippingMethodBody,
} from '../../core/shipping-methods/manage/shipping-method.schema.ts'
import { ifSeen, request } from './client.ts'
import { recordsAt } from './records.ts'

export type {
  ManagedPaymentMethod,
  PaymentMethodBody,
} from '../../core/payment-methods/manage/payment-method.schema.ts'
export type { ServedCountry } from '../../core/served-countries/served-country.schema.ts'
export type {
  ManagedShippingMethod,
  ShippingMethodBody,
} from '../../core/shipping-methods/manage/shipping-method.schema.ts'

/** How goods get to customers. */
export const shippingMethods = recordsAt<ManagedShippingMethod, ManagedShippingMethod, ShippingMethodBody>(
  '/manage/shipping-methods',
  'shippingMethods',
)

/** How orders are paid. */
export const paymentMethods = recordsAt<ManagedPaymentMethod, ManagedPaymentMethod, PaymentMethodBody>(
  '/manage/payment-methods',
  'paymentMethods',
)

/** What is made of a country: a name that is null is taken away, and a method that is left out serves it as it did. */
export interface CountryChange extends Required<Omit<ServedCountryBody, 'names'>> {
  readonly names: Readonly<Record<string, string | null>>
}

const countries = recordsAt<ServedCountry, ServedCountry, CountryChange>('/manage/countries', 'countries')
/** All countries, and what serves them; that may be changed from the methods' side, too, which makes no version of a country. */
export const servedCountries: typeof countries = {
  ...countries,
  replace: async (seen, body) =>
    (await request('PATCH', countries.pathOf(seen.id), { body, headers: ifSeen(seen) }))
      .body as ServedCountry,
}

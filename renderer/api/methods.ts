import type {
  ManagedPaymentMethod,
  PaymentMethodBody,
} from '../../core/payment-methods/manage/payment-method.schema.ts'
import type { ServedCountry, ServedCountryBody } from '../../core/served-countries/served-country.schema.ts'
import type {
  ManagedShippingMethod,
  ShippingMethodBody,
} from '../../core/shipping-methods/manage/shipping-method.schema.ts'
import { recordsAt } from './records.ts'

export type {
  ManagedPaymentMethod,
  PaymentMethodBody,
} from '../../core/payment-methods/manage/payment-method.schema.ts'
export type { ServedCountry, ServedCountryBody } from '../../core/served-countries/served-country.schema.ts'
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

/** All countries, and what serves them. */
export const servedCountries = recordsAt<ServedCountry, ServedCountry, ServedCountryBody>(
  '/manage/countries',
  'countries',
)

import { badRequest, said } from '../kernel/errors.ts'
import type { StoreRecord } from './store.repository.ts'
import type { Currency } from './store.schema.ts'

/** @throws CommerceError BadRequest for a culture that is not one of the store's */
export function requireCulture(store: StoreRecord, culture: string, field = 'cultureCode'): string {
  if (store.cultures.includes(culture)) return culture
  throw badRequest(
    'store.culture',
    said`must be a culture of the store: ${{ cultures: store.cultures.join(', ') }}`,
    field,
  )
}

/** @throws CommerceError BadRequest for a currency that the store does not take */
export function requireCurrency(store: StoreRecord, isoCode: string): Currency {
  const currency = store.currencies.find((taken) => taken.isoCode === isoCode.toUpperCase())
  if (currency) return currency
  const codes = store.currencies.map((taken) => taken.isoCode).join(', ')
  throw badRequest(
    'store.currency',
    said`must be a currency of the store: ${{ currencies: codes }}`,
    'currency',
  )
}

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

/** One that the store sells in. @throws CommerceError BadRequest for a currency that it does not take */
export const requireCurrency = (store: StoreRecord, isoCode: string): Currency =>
  requireOneOf(store.currencies, store, isoCode)

/** One that the store sells in, or has sold in. @throws CommerceError BadRequest for any other */
export const requireKnownCurrency = (store: StoreRecord, isoCode: string): Currency =>
  requireOneOf([...store.currencies, ...store.formerCurrencies], store, isoCode)

function requireOneOf(currencies: readonly Currency[], store: StoreRecord, isoCode: string): Currency {
  const currency = currencies.find((known) => known.isoCode === isoCode.toUpperCase())
  if (currency) return currency
  const codes = store.currencies.map((taken) => taken.isoCode).join(', ')
  throw badRequest(
    'store.currency',
    said`must be a currency of the store: ${{ currencies: codes }}`,
    'currency',
  )
}

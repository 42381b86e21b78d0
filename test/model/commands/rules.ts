import { Refused } from '../model.ts'
import type { Line } from '../state.ts'
import { inCulture, type PriceGroup, type StoreWorld, type Variant } from '../world.ts'
import { isSameId, knownCulture } from './command.ts'

/** What several commands are refused for. */

export function requireCulture(store: StoreWorld, sent: string): string {
  const culture = knownCulture(store, sent)
  if (culture === undefined) throw new Refused('BadRequest', 'cultureCode')
  return culture
}

export function requireGroup(
  store: StoreWorld,
  sent: string,
  kind: 'BadRequest' | 'NotFound' = 'BadRequest',
): PriceGroup {
  const group = store.priceGroups.find(({ id }) => isSameId(sent, id))
  if (!group) throw new Refused(kind, 'priceGroupId')
  return group
}

export function requireCurrency({ currency }: PriceGroup, isoCode: string): void {
  if (currency.isoCode !== isoCode) throw new Refused('BadRequest', 'priceGroupId')
}

export function requireCountry(countries: readonly string[], sent: string, field: string): string {
  const country = countries.find((id) => isSameId(sent, id))
  if (country === undefined) throw new Refused('NotFound', field)
  return country
}

/** What a thing is called: the product, and which of its variants. */
export function nameOf(variant: Variant, culture: string, { defaultCulture }: StoreWorld): string {
  const product = inCulture(variant.productNames, culture, defaultCulture) ?? variant.sku
  const own = inCulture(variant.variantNames, culture, defaultCulture)
  return own === undefined ? product : `${product}, ${own}`
}

export const MAX_QUANTITY = 1_000_000

export function requireLine(lines: readonly Line[], sent: string): number {
  const index = lines.findIndex(({ id }) => id === sent.toLowerCase())
  if (index < 0) throw new Refused('NotFound')
  return index
}

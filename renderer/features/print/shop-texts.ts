import type { Printed, Store } from '../../api/stores.ts'
import { placeLines, regionOf } from '../addresses/place-lines.ts'

type Texts = Readonly<Record<string, string>>

/** What the documents need to know of a shop. */
export type PrintedShop = Printed & Pick<Store, 'name' | 'description' | 'defaultCultureCode'>

/** In the culture of the order, then in its language, then as the shop speaks. */
function inCulture(texts: Texts, culture: string, usual: string): string {
  const [language] = culture.split('-')
  const related = Object.keys(texts).find((each) => each.split('-')[0] === language)
  return texts[culture] ?? texts[related ?? ''] ?? texts[usual] ?? ''
}

export const headOf = ({ defaultCultureCode, receiptHead }: PrintedShop, culture: string): string =>
  inCulture(receiptHead, culture, defaultCultureCode)

export const footOf = ({ defaultCultureCode, receiptFoot }: PrintedShop, culture: string): string =>
  inCulture(receiptFoot, culture, defaultCultureCode)

/** The address as a letter to it has it, a line each; the country where it is read abroad. */
export function addressLines(shop: PrintedShop, culture: string): string[] {
  const { countryCode, region: state } = shop
  const lines = placeLines({ ...shop, state }, countryCode)
  const isAbroad = countryCode !== null && regionOf(culture) !== countryCode
  if (lines.length === 0 || !isAbroad) return lines
  const country = new Intl.DisplayNames([culture], { type: 'region' }).of(countryCode)
  return [...lines, ...(country === undefined ? [] : [country])]
}

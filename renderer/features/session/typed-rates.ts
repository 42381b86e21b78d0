import type { NewStore } from '../../api/stores.ts'
import { formatPercent, parsePercent } from '../../ui/percent.ts'
import { usualRates } from '../tax-rates/usual-rates.ts'

/** A tax rate of a new shop as it is typed. */
export interface TypedRate {
  name: string
  percent: string
}

/** What is offered to a shop of a country. @param locale in which percentages are written */
export const offeredRates = (countryCode: string, culture: string, locale: string): TypedRate[] =>
  usualRates(countryCode, culture).map(({ name, rate }) => ({ name, percent: formatPercent(rate, locale) }))

export type RateFault = 'required' | 'percent'

/** The name of a field, by which its fault is found. */
export const rateField = (place: number, field: keyof TypedRate): string => `taxRates.${place}.${field}`

/** The rates that are meant, and what is wrong with the texts; a row in which nothing stands is none. */
export function meantRates(
  typed: readonly TypedRate[],
  locale: string,
): { readonly taxRates: NewStore['taxRates']; readonly faults: Readonly<Record<string, RateFault>> } {
  const faults: Record<string, RateFault> = {}
  const taxRates = typed.flatMap(({ name, percent }, place) => {
    if (name.trim() === '' && percent.trim() === '') return []
    const rate = parsePercent(percent, locale)
    if (name.trim() === '') faults[rateField(place, 'name')] = 'required'
    if (rate === undefined) faults[rateField(place, 'percent')] = 'percent'
    return [{ name: name.trim(), rate: rate ?? 0 }]
  })
  return { taxRates, faults }
}

/** A rate as it is offered: what a shop would call it, and a fraction. */
export interface UsualRate {
  readonly name: string
  readonly rate: number
}

/**
 * The taxes on goods of a country in percent, the standard rate first and then those that are reduced. Rates of regions, of services
 * alone and of a few goods (Irish livestock, Danish newspapers) are left out; none is no tax, or none that is the same everywhere in
 * the country (sales taxes of the United States and Canada). A shop may take them over, and has its own from then on.
 * Source, as of November 2026: of the European Union its Commission’s “Taxes in Europe” database (TEDB); of others what the tax
 * office of each publishes (HMRC, Skatteetaten, ESTV, 国税庁, ATO, Inland Revenue, SARS …).
 */
const percents: Readonly<Record<string, readonly number[]>> = {
  AT: [20, 13, 10, 4.9], AU: [10, 0], BE: [21, 12, 6], BG: [20, 9], CH: [8.1, 2.6], CY: [19, 9, 5, 3], CZ: [21, 12],
  DE: [19, 7], DK: [25], EE: [24, 13, 9], ES: [21, 10, 4], FI: [25.5, 13.5, 10], FR: [20, 10, 5.5, 2.1], GB: [20, 5, 0],
  GR: [24, 13, 6], HR: [25, 13, 5], HU: [27, 18, 5], IE: [23, 13.5, 9, 0], IS: [24, 11], IT: [22, 10, 5, 4], JP: [10, 8],
  KR: [10], LI: [8.1, 2.6], LT: [21, 12, 5], LU: [17, 14, 8, 3], LV: [21, 12, 5], MC: [20, 10, 5.5, 2.1], MT: [18, 7, 5, 0],
  MX: [16, 0], NL: [21, 9], NO: [25, 15], NZ: [15], PL: [23, 8, 5], PT: [23, 13, 6], RO: [21, 11], SE: [25, 12, 6],
  SG: [9], SI: [22, 9.5, 5], SK: [23, 19, 5], TR: [20, 10, 1], TW: [5], UA: [20, 7], ZA: [15, 0],
} // oxfmt-ignore

/** Where the tax is none of the European kind by name. */
const GST = new Set(['AU', 'NZ', 'SG'])

/** Where prices are said without tax, which comes on top at the till: the United States with their territories, and Canada. */
const WITHOUT_TAX = new Set(['AS', 'CA', 'GU', 'MP', 'PR', 'UM', 'US', 'VI'])

/** Words for rates in the languages the console speaks: a shop’s records are in the language of the shop. */
interface RateWords {
  readonly only: string
  readonly gst: string
  readonly standard: string
  readonly reduced: string
  readonly zero: string
}
const english: RateWords = {
  only: 'VAT',
  gst: 'GST',
  standard: 'Standard rate',
  reduced: 'Reduced rate',
  zero: 'Zero rate',
}
const byLanguage: Readonly<Record<string, RateWords>> = {
  en: english,
  da: { only: 'Moms', gst: 'Moms', standard: 'Normal sats', reduced: 'Nedsat sats', zero: 'Nulsats' },
  de: {
    only: 'Mehrwertsteuer',
    gst: 'Mehrwertsteuer',
    standard: 'Regelsatz',
    reduced: 'Ermäßigter Satz',
    zero: 'Nullsatz',
  },
  ja: { only: '消費税', gst: '消費税', standard: '標準税率', reduced: '軽減税率', zero: 'ゼロ税率' },
}

/**
 * The rates that shops of a country have, named in the language of the shop; the first is that of most goods.
 * @param countryCode ISO 3166-1 alpha-2
 * @returns none where no tax is the same in the whole country, or nothing is known of it
 */
export function usualRates(countryCode: string, culture: string): UsualRate[] {
  const words = byLanguage[new Intl.Locale(culture).language] ?? english
  const rates = percents[countryCode] ?? []
  const reduced = rates.slice(1).filter((percent) => percent > 0)
  const nameOf = (percent: number, place: number): string => {
    if (place === 0 && reduced.length === 0) return GST.has(countryCode) ? words.gst : words.only
    if (place === 0) return words.standard
    if (percent === 0) return words.zero
    return place === 1 ? words.reduced : `${words.reduced} ${place}`
  }
  return rates.map((percent, place) => ({ name: nameOf(percent, place), rate: percent / 100 }))
}

/** Whether shops of a country say and type their prices with tax. */
export const pricesHaveTax = (countryCode: string): boolean => !WITHOUT_TAX.has(countryCode)

/** An amount of major units in the currency, written as the culture does: `12,50 €`. */
export function formatMoney(amount: number, currency: string, culture: string): string {
  return new Intl.NumberFormat(culture, { style: 'currency', currency }).format(amount)
}

/** A fraction as a percentage: 0.25 → `25%`. */
export function formatRate(rate: number, culture: string): string {
  return new Intl.NumberFormat(culture, { style: 'percent', maximumFractionDigits: 2 }).format(rate)
}

/** Day and time of an ISO 8601 moment in the store's time zone. */
export function formatMoment(moment: string, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(moment),
  )
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** How long ago: `5 minutes ago`, `yesterday`; from a week on the date itself. */
export function formatAge(moment: string, locale: string, now = Date.now()): string {
  const elapsed = now - Date.parse(moment)
  if (elapsed >= 7 * 86_400_000) {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(moment))
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, length] of STEPS) {
    if (elapsed >= length) return relative.format(-Math.floor(elapsed / length), unit)
  }
  return relative.format(0, 'minute')
}

export function fullName(person: { firstName: string; lastName: string }): string {
  return `${person.firstName} ${person.lastName}`.trim()
}

/** Cultures by the name of their language; with the region only where two share a language. */
export function cultureNames(
  cultures: readonly string[],
  locale: string,
): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  const languageOf = (culture: string) => culture.split('-')[0] ?? culture
  const languages = cultures.map(languageOf)
  return cultures.map((value) => {
    const isShared = languages.filter((language) => language === languageOf(value)).length > 1
    return { value, label: names.of(isShared ? value : languageOf(value)) ?? value }
  })
}

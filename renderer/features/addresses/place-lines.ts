interface Place {
  readonly line1?: string | null | undefined
  readonly line2?: string | null | undefined
  readonly postalCode?: string | null | undefined
  readonly city?: string | null | undefined
  readonly state?: string | null | undefined
}

/** Countries that write the postal code behind the town and its state. */
const CODE_LAST = ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US']
const JAPANESE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/**
 * The lines of an address that say the street and the town, as letters to its country have them; those in one group may stand
 * on one line, too.
 * @param region the country's code; where it is not known, the postal code comes first
 */
export function placeGroups(place: Place, region: string | null | undefined): string[][] {
  const { line1, line2, postalCode, city, state } = place
  const joined = (parts: readonly unknown[], by: string): string => parts.filter(Boolean).join(by)
  const groups =
    region === 'JP' && JAPANESE.test(joined([state, city, line1], ''))
      ? // From the largest to the smallest, as it is written there; in Latin letters it is as in most countries.
        [[postalCode && `〒${postalCode}`], [joined([state, city, line1], '')], [line2]]
      : [
          [line1, line2],
          CODE_LAST.includes(region ?? '')
            ? [joined([joined([city, state], ', '), postalCode], ' ')]
            : [joined([postalCode, city], ' '), state],
        ]
  return groups.map((lines) => lines.filter((line): line is string => Boolean(line)))
}

/** @see placeGroups */
export const placeLines = (place: Place, region: string | null | undefined): string[] =>
  placeGroups(place, region).flat()

/** The code of a country whose letters a culture writes: `US` of `en-US`. */
export const regionOf = (culture: string | undefined): string | undefined => culture?.split('-').at(-1)

interface Place {
  readonly postalCode?: string | null | undefined
  readonly city?: string | null | undefined
  readonly state?: string | null | undefined
}

/** Countries that write the postal code behind the town and its state. */
const CODE_LAST = ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US']

/**
 * The lines of an address that say the town, as letters to its country have them.
 * @param region the country's code; where it is not known, the postal code comes first
 */
export function placeLines({ postalCode, city, state }: Place, region: string | null | undefined): string[] {
  const joined = (parts: readonly unknown[], by: string): string => parts.filter(Boolean).join(by)
  const lines = CODE_LAST.includes(region ?? '')
    ? [joined([joined([city, state], ', '), postalCode], ' ')]
    : [joined([postalCode, city], ' '), state ?? '']
  return lines.filter((line) => line !== '')
}

/** The code of a country whose letters a culture writes: `US` of `en-US`. */
export const regionOf = (culture: string | undefined): string | undefined => culture?.split('-').at(-1)

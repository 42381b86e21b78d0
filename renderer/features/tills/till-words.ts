import { formatMoney } from '../../ui/format.ts'
import type { Texts } from '../../i18n/index.ts'
import { numberFormat } from '../../ui/intl.ts'

/** The store's own till in an address, where others have their id. */
export const OF_SHOP = 'shop'

/** What is counted beside what should be there, in words: what is missing is never told by its colour alone. */
export function differenceText(
  difference: number | null,
  { culture, currency, t }: { culture: string; currency: string; t: Texts['t'] },
): string {
  if (difference === null) return t('till.begins')
  if (difference === 0) return t('till.agrees')
  const amount = formatMoney(Math.abs(difference), currency, culture)
  return t(difference < 0 ? 'till.missing' : 'till.tooMuch', { amount })
}

/** The colour of the same. */
export const differenceLook = (difference: number | null): string =>
  difference === null || difference === 0
    ? 'text-highlighted'
    : difference < 0
      ? 'text-error'
      : 'text-warning'

/** A coin or a note as people call it: without decimals where it has none. */
export const coinText = (value: number, currency: string, culture: string): string =>
  numberFormat(culture, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(value)

import { pickText } from '../kernel/culture.ts'
import type { StoreRecord } from '../stores/store.repository.ts'

/** Countries that write the postal code behind the town and its state. */
const CODE_LAST = ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US']

/** What a store says of itself above its receipts, below its name, a line each. */
export function shopHead(store: StoreRecord, culture: string, taxNumber: string): string[] {
  const { printed } = store
  const tax = printed.taxNumber === null ? null : `${taxNumber} ${printed.taxNumber}`
  const lines = [
    store.description,
    ...placeLines(store.printed),
    printed.phoneNumber,
    printed.emailAddress,
    tax,
    textIn(printed.receiptHead, store, culture),
  ]
  return lines.flatMap((line) => line?.split('\n') ?? []).filter((line) => line.trim() !== '')
}

/** The same below. */
export const shopFoot = (store: StoreRecord, culture: string): string[] =>
  textIn(store.printed.receiptFoot, store, culture)
    .split('\n')
    .filter((line) => line.trim() !== '')

function placeLines({
  city,
  countryCode,
  line1,
  line2,
  postalCode,
  region,
}: StoreRecord['printed']): string[] {
  const joined = (parts: readonly (string | null)[], by: string): string => parts.filter(Boolean).join(by)
  const town = CODE_LAST.includes(countryCode ?? '')
    ? [joined([joined([city, region], ', '), postalCode], ' ')]
    : [joined([postalCode, city], ' '), region]
  return [line1, line2, ...town].filter((line): line is string => Boolean(line))
}

/** A text by culture, as documents choose it. */
function textIn(
  texts: Readonly<Record<string, string>>,
  { defaultCulture }: StoreRecord,
  culture: string,
): string {
  const known = Object.entries(texts).map(([culture_code, text]) => ({ culture_code, text }))
  return pickText(known, culture, defaultCulture)?.text ?? ''
}

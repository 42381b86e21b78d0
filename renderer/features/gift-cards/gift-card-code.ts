import { plainText } from '../../ui/plain-text.ts'

/** A code as the core takes it and a scanner types it: what groups it counts for nothing. */
export const plainCode = (code: string): string =>
  plainText(code)
    .replaceAll(/[\s\p{Pd}\u2212ー]/gu, '')
    .toUpperCase()

/** Of a code, so many of its last characters are known to everybody. */
const KNOWN = 4
/** The longest number of an order that is looked for: what is longer is no such number. */
const ORDER_NUMBER = /^#?(\D{0,8}\d{1,9})$/

/** Whether a text may be the code of a card, or the beginning of one: it stands in no address, which are written down. */
export const isSecret = (search: string): boolean => search.replaceAll(/[^\p{L}\p{N}]/gu, '').length > KNOWN

/** Whether a text is what everybody knows of a code, and nothing else: its last characters. */
export const isKnownPart = (search: string): boolean => /^[A-Z0-9]{4}$/.test(plainCode(search))

/** Whether a card may have a text as its code (`core/gift-cards/gift-card-code.ts`), and it is no word or name. */
export const mayBeCode = (search: string): boolean => /^(?=.*\d)[A-Z0-9]{6,40}$/.test(plainCode(search))

/** Whether a text is written as a code is that the core has made, in four groups of four; nothing else is written so. */
export const isMadeCode = (search: string): boolean =>
  /^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/.test(plainText(search).trim().toUpperCase())

/** What the API is asked for where a text is no card's code; undefined where it is neither the last four of one nor the number of an order. */
export function plainSearch(search: string): string | undefined {
  if (!isSecret(search)) return search
  return ORDER_NUMBER.exec(plainText(search).trim())?.[1]
}

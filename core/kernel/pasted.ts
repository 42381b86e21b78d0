import { withoutInvisible } from './invisible.ts'
import { orderNumberOfRefund } from './refund-number.ts'
import { typedPhone } from './search-terms.ts'

/** An identifier wherever it stands: upper case, without dashes, in braces, quotes, an address or a sentence. */
const anId =
  /(?<![0-9a-z])([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(?![0-9a-z])/gi

/** Nobody pastes more than an address with a payment and its method. */
const MAX_IDS = 10
/** A column of a spreadsheet, as far as a search is long enough for it. */
const MAX_NUMBERS = 50

/** A text as everybody else would type it: digits of full width, dashes of print, and what has no width at all. */
const plainText = (text: string): string =>
  // Two letters of a word in NFKC: `No10042`.
  withoutInvisible(text.replaceAll('№', ' no. ').normalize('NFKC'))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    // A Japanese keyboard types the sign of a long vowel with the key of the dash.
    .replace(/(?<=[\da-z])ー(?=[\da-z])/gi, '-')

/** The identifiers that a pasted text holds, canonical, each once. */
export function pastedIds(text: string): string[] {
  // In an address, braces are `%7B` and `%7D`.
  const ids = [
    ...plainText(text)
      .replace(/%[0-9a-f]{2}/gi, ' ')
      .matchAll(anId),
  ].map(([, ...parts]) => parts.join('-').toLowerCase())
  return [...new Set(ids)].slice(0, MAX_IDS)
}

/** Eight digits of an identifier alone may be anything. */
const CUT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}(?:-[0-9a-f]*){0,3}$/

/**
 * The beginning of an identifier, as a narrow column or a message leaves of it: `01a22c8e-b541-71…`.
 * @returns the least and the greatest that begin so; undefined where the text is no such beginning
 */
export function cutId(text: string): readonly [string, string] | undefined {
  const beginning = pastedCode(text)
    .replace(/[….]+$/, '')
    .toLowerCase()
  if (!CUT_ID.test(beginning)) return undefined
  const digits = beginning.replaceAll('-', '')
  const filled = (digit: string): string =>
    digits.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return filled('0').startsWith(beginning) ? [filled('0'), filled('f')] : undefined
}

const OPENING = /^[\s"'`´“”„‚‘’«»‹›([{<#]+/u
const CLOSING = /[\s"'`´“”„‚‘’«»‹›)\]}>.,;:!?]+$/u
/** What people and programs write before the number of an order or of its parcel. What follows has a digit: an order may be a name. */
const LABEL =
  /^(?:ご?注文(?:番号|id)?|追跡番号|(?:track(?:ing|[\s_-]*and[\s_-]*trace)|sendungs?(?:verfolgung)?|forsendelses?|pakke|order|ordre|bestell|bestellung|auftrags?|payment|betaling|zahlung|trans(?:action)?|ref(?:erence)?|receipt)(?:[\s_-]*(?:id|no|nr|number|nummer))?|(?:id|no|nr|number|nummer)(?=\s*[.:#=]))[\s.:#=]+(?=\S*\d)/iu

/** What they write before the code of goods, which may have no digit; without a sign behind it, it may be goods itself. */
const GOODS_LABEL =
  /^(?:sku|ean(?:-?\d+)?|gtin|upc|barcode|stregkode|strichcode|(?:vare|artikel|art|item|product|produkt)[\s.-]*(?:id|no|nr|number|nummer)|商品(?:番号|コード)|バーコード)(?:\.?\s*[:=#]\s*|[.\s]+(?=\S*\d))/iu

/** What people write before a telephone number. */
const PHONE_LABELS = '(?:tel|tlf|fon|phone|telefon|mobile?|mob|電話(?:番号)?)'
const PHONE_LABEL = new RegExp(`^${PHONE_LABELS}(?:[\\s.:]+(?=[+(\\d])|(?=\\+))`, 'iu')
/** One with gaps beside other words. */
const PHONE_IN_WORDS = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${PHONE_LABELS}[\\s.:]*)?([+(]?\\d[\\d\\s()/.-]{5,}\\d)(?![\\p{L}\\p{N}])`,
  'giu',
)
/** An e-mail wherever it stands: `Ida Holm <ida@example.com>`, `E-mail: …`, a sentence. In an address there may be any `@`. */
const MAILBOX = /(?:^|[\s<("':])([^\s<>()"':,;?/]+@[^\s<>()"':,;?/]+)/u

/**
 * A pasted text without what stands around a code: quotes, `#`, `Order no.:`, `tel:`, words around an e-mail, or the address
 * of a page.
 */
export function pastedCode(text: string): string {
  const plain = plainText(text)
    .trim()
    .replace(/^(?:mailto|tel):/i, '')
  const bare = stripped(MAILBOX.exec(plain)?.[1] ?? codeOfAddress(plain) ?? plain)
  return stripped(bare.replace(LABEL, '').replace(GOODS_LABEL, '').replace(PHONE_LABEL, ''))
}

/** A pasted text in which each telephone number is one word, as it is without gaps, and says no more that it is one. */
export const withWholePhones = (text: string): string =>
  text.replace(PHONE_IN_WORDS, (_, number: string) => typedPhone(number) ?? number)

const stripped = (text: string): string => text.replace(OPENING, '').replace(CLOSING, '')

/** What others call the order in the query of an address. */
const IN_QUERY = /^(?:search|q|order|order[_-]?(?:id|no|number)|number|ref(?:erence)?)$/i

/** What an address is of: what is searched or named in it, or else the last part of its path. */
function codeOfAddress(text: string): string | undefined {
  const address = /^https?:/i.test(text) ? URL.parse(text) : null
  if (!address) return undefined
  // The console's own are behind the `#`.
  if (address.hash.startsWith('#/')) return codeOfAddress(address.origin + address.hash.slice(1))
  const last = address.pathname.split('/').findLast((part) => part !== '') ?? ''
  try {
    const named = [...address.searchParams].find(([name, value]) => IN_QUERY.test(name) && value !== '')
    return named?.[1] ?? decodeURIComponent(last)
  } catch {
    return last
  }
}

/**
 * The number of an order as it is typed (`43334`, `H 43334`, `h43334`) in the spelling of its store; so of a refund of it.
 * @param prefix what the store's numbers begin with, `H-`
 * @returns undefined where the text is no such number
 */
export function typedOrderNumber(text: string, prefix: string): string | undefined {
  const [typed, own] = [compact(orderNumberOfRefund(text)), compact(prefix)]
  const digits = typed.startsWith(own) ? typed.slice(own.length) : typed
  return /^\d{1,15}$/.test(digits) ? `${prefix}${digits}` : undefined
}

/** The numbers of orders in the midst of a sentence, or in a list, spelled with what the store's numbers begin with. */
export function numbersInWords(text: string, prefix: string): string[] {
  const letters = compact(prefix)
  // Of digits alone they would be in any date.
  if (!/\p{L}/u.test(letters)) return []
  const number = new RegExp(`(?<![\\p{L}\\p{N}])${letters}[\\s-]?(\\d{1,15})(?![\\p{L}\\p{N}])`, 'giu')
  const numbers = [...plainText(text).matchAll(number)].map(([, digits]) => `${prefix}${digits}`)
  return [...new Set(numbers)].slice(0, MAX_NUMBERS)
}

/**
 * The numbers of orders in a list of nothing else, where they stand as digits alone, too: a telephone number has shorter
 * parts, or begins with a zero.
 */
export function numbersInList(text: string, prefix: string): string[] {
  const isPrefixed = (part: string): boolean => part.toLowerCase().startsWith(prefix.toLowerCase())
  const parts = plainText(text)
    .split(/[\s,;#]+/)
    .filter(Boolean)
    .map((part) => (isPrefixed(part) ? part.slice(prefix.length) : part))
  const isList = parts.length > 1 && parts.every((digits) => /^[1-9]\d{4,14}$/.test(digits))
  return isList ? [...new Set(parts)].slice(0, MAX_NUMBERS).map((digits) => `${prefix}${digits}`) : []
}

/** The words of a pasted text that may be codes of others: with a digit, and longer than the number of a house. */
export const codesInWords = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => word.length >= 6 && /\d/.test(word))
    .slice(0, MAX_IDS)

/** Each word of a pasted text once, without what stands around it. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    plainText(text)
      .split(/[\s:#=]+/)
      .map(stripped)
      .filter(Boolean),
  ),
]

const compact = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

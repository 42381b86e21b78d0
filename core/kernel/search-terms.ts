import { withoutInvisible } from './invisible.ts'

const MAX_TERM = 64

/**
 * The words by which a text is found: lower case, without accents and what nobody sees, split at everything that is
 * neither letter nor digit. Both sides of a search go through here, so that `Søren` finds `SOREN` and `5-7` finds `5 7`.
 * A search matches the beginnings of terms: what it is to find is kept by {@link indexTerms}, and where it is found by what
 * words are made of, too, these by {@link wordParts}.
 */
export function searchTerms(...texts: readonly (string | null | undefined)[]): string[] {
  const terms = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const word of fold(text).split(/[^\p{L}\p{N}]+/u)) if (word) terms.add(cut(word))
  }
  return [...terms]
}

/** Whether a search is of letters alone: a code that is spelled so may still be the beginning of a name. */
export const isOfLetters = (search: string): boolean => !/[^\p{L}\s]/u.test(search)

/** Letters of which whole phrases are written without a space. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/**
 * The terms that are kept of what is found by its words: where no spaces tell where a word begins, it may begin anywhere,
 * so that `アルバム` finds `フォトアルバム`.
 */
export const indexTerms = (...texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(searchTerms(...texts).flatMap((term) => (UNSPACED.test(term) ? beginnings(term) : [term]))),
]

/** A word from each place on where another may begin in it. */
function beginnings(word: string): string[] {
  const letters = Array.from(word)
  const isUnspaced = letters.map((letter) => UNSPACED.test(letter))
  return letters.flatMap((_, at) =>
    at === 0 || isUnspaced[at - 1] || isUnspaced[at] ? [letters.slice(at).join('')] : [],
  )
}

/** Letters that are searched for within words: by fewer, more would be found by chance than is meant. */
const MIN_PART = 4
/** Letters before them: no word is made with fewer in front. */
const MIN_BEFORE = 2

/** {@link otherSpellings}, for whoever reads what a search finds. */
export const OTHER_SPELLINGS_TOO = 'Where nothing is found so, by other spellings (`oe` for `ø` or `ö`).'
/** The same of words, which end a sentence. */
export const HOW_WORDS_ARE_FOUND = `by their beginnings, or by four letters or more within them. ${OTHER_SPELLINGS_TOO}`

/** Whether a word of a search is looked for within others, too. */
export const isPart = (word: string): boolean => word.length >= MIN_PART && isOfLetters(word)

/**
 * The terms by which a word is found that is made of several, as in German and Danish: `emaillebecher` by `becher`. None of
 * one without spaces, which {@link indexTerms} find within, nor of one with digits in it.
 */
export function wordParts(word: string): string[] {
  if (!isPart(word) || UNSPACED.test(word)) return []
  const letters = Array.from(word)
  const starts = Math.max(letters.length - MIN_PART - MIN_BEFORE + 1, 0)
  return Array.from({ length: starts }, (_, start) => letters.slice(start + MIN_BEFORE).join(''))
}

/** How letters are written that a keyboard lacks; `æ` and `ß` are folded so. */
const WRITTEN_OUT: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
/** The other way round; `ae` stands for `ä` or `æ`. */
const MEANT: Record<string, string> = { oe: 'o', ue: 'u', aa: 'a', ae: 'a' }
/** By fewer letters, more would be found by chance than is meant: whoever looks for a `shoe` wants nothing `short`. */
const MIN_RESPELLED = 4
/** A sentence in which each word can be written in several ways has more ways than are worth a look. */
const MAX_SPELLINGS = 12

/**
 * The words of a text as they are written with letters of another keyboard: `boegelund` for `Bøgelund`, `Müller` for
 * `mueller`. What is found as it is typed is what was meant: these are for a search that finds nothing.
 * @returns the terms of each other way to write it
 */
export function otherSpellings(text: string): string[][] {
  const typed = searchTerms(text)
  const ways = new Map<string, string[]>([[typed.join(' '), typed]])
  const spelled = text
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .reduce<string[]>(
      (begun, word) =>
        begun.flatMap((words) => spellings(word).map((way) => `${words} ${way}`)).slice(0, MAX_SPELLINGS),
      [''],
    )
  for (const terms of spelled.map((way) => searchTerms(way))) ways.set(terms.join(' '), terms)
  return [...ways.values()].slice(1)
}

/** @param word in lower case */
function spellings(word: string): string[] {
  const meant = (letters: RegExp) => word.replace(letters, (pair) => MEANT[pair] ?? pair)
  const others = [
    word.replace(/[äöüøå]/g, (letter) => WRITTEN_OUT[letter] ?? letter),
    meant(/oe|ue|aa/g),
    meant(/oe|ue|aa|ae/g),
  ]
  return [...new Set([word, ...others.filter((other) => other.length >= MIN_RESPELLED)])]
}

/** A code that is typed as one word: a sku, an e-mail, an order number. Punctuation is kept; all of it is one line. */
export const codeTerm = (code: string): string =>
  cut(
    fold(code)
      .trim()
      .replace(/[\r\n]+/g, ' '),
  )

/** At most so many characters, none of them cut in half. */
const cut = (term: string): string =>
  term.length <= MAX_TERM ? term : Array.from(term).slice(0, MAX_TERM).join('')

/** Terms as lines of one text, each with an end of a line in front and behind. */
export const termLines = (terms: readonly string[]): string =>
  terms.length === 0 ? '' : `\n${terms.join('\n')}\n`

/** The terms of such a text. */
export const termsIn = (lines: string): string[] => lines.split('\n').filter(Boolean)

/**
 * What a phone number is found by: its digits, and those without the country's calling code where it is written with
 * one (`+45 …`, `0045 …`). Zeros in front are how it is dialled and not part of it, here as in a search.
 */
export function phoneTerms(phone: string): string[] {
  const digits = phoneDigits(phone)
  const hasCallingCode = /^[^\d+]*(\+|00)/.test(plainPhone(phone))
  const national = hasCallingCode ? digits.replace(CALLING_CODE, '').replace(/^0+/, '') : ''
  return [digits, national].filter(Boolean)
}

/** Fewer digits than these are no part of a number that anybody would look for. */
const MIN_DIGITS = 4

/** The same for who is found by any digits of the number that stand together: the last four are what people say. */
export function phoneParts(phone: string): string[] {
  const digits = phoneDigits(phone)
  const starts = Math.max(digits.length - MIN_DIGITS + 1, Math.sign(digits.length))
  return Array.from({ length: starts }, (_, start) => digits.slice(start))
}

/** Between fewer digits a dot is one of an amount. */
const MIN_DOTTED = 7

/** The term of a phone number, or its beginning, as it is typed in a search; undefined for any other text. */
export function typedPhone(search: string): string | undefined {
  const digits = /^[+\d\s()/.-]+$/.test(plainPhone(search)) ? phoneDigits(search) : ''
  const isAmount = search.includes('.') && digits.length < MIN_DOTTED
  return isAmount ? undefined : digits || undefined
}

/** With digits of half width, as Japanese keyboards may not have typed them. */
const plainPhone = (phone: string): string => withoutInvisible(phone.normalize('NFKC'))

/** `(0)` stands for a zero that is only dialled at home. */
const phoneDigits = (phone: string): string =>
  plainPhone(phone).replace('(0)', '').replace(/\D/g, '').replace(/^0+/, '').slice(0, MAX_TERM)

/** ITU-T E.164: the calling codes of one digit and of two; all others have three, and none begins another. */
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** The smallest text after every text that begins with the prefix: `[prefix, after)` is the prefix's range. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10ffff}`

const specials: Record<string, string> = { ø: 'o', æ: 'ae', å: 'a', ß: 'ss', ł: 'l', đ: 'd', œ: 'oe' }

/** A text in small letters without accents, and those that are no letter with one as people write them without: `Kystens Købmand` is `kystens kobmand`. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .toLowerCase()
    .replace(/[øæåßłđœ]/g, (letter) => specials[letter] ?? letter)
}

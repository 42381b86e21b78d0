const MAX_TERM = 64

/**
 * The words by which a text is found: lower case, without accents, split at everything that is neither letter nor
 * digit. Both sides of a search go through here, so that `Søren` finds `SOREN` and `5-7` finds `5 7`.
 * Ideographs stay together as written; a search matches the beginnings of terms.
 */
export function searchTerms(...texts: readonly (string | null | undefined)[]): string[] {
  const terms = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const word of fold(text).split(/[^\p{L}\p{N}]+/u)) if (word) terms.add(cut(word))
  }
  return [...terms]
}

/** A code that is typed as one word: a sku, an e-mail, an order number. Punctuation is kept. */
export const codeTerm = (code: string): string => cut(fold(code.trim()))

/** At most so many characters, none of them cut in half. */
const cut = (term: string): string =>
  term.length <= MAX_TERM ? term : Array.from(term).slice(0, MAX_TERM).join('')

/** The digits of a phone number, so that spaces and a plus do not matter. */
export const phoneTerm = (phone: string): string => phone.replace(/\D/g, '').slice(0, MAX_TERM)

/** The smallest text after every text that begins with the prefix: `[prefix, after)` is the prefix's range. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10ffff}`

const specials: Record<string, string> = { ø: 'o', æ: 'ae', å: 'a', ß: 'ss', ł: 'l', đ: 'd', œ: 'oe' }

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[øæåßłđœ]/g, (letter) => specials[letter] ?? letter)
}

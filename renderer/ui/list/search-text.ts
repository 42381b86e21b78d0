/** The core takes no longer search (`core/http/schema.ts`, names). */
const LONGEST = 512

/**
 * What is looked for by a text, trimmed. Of one that is longer than a search, such as a whole letter, it is the words that
 * may be a number, a code, or the address of somebody's mail; where it has none, or too many, the core says so.
 */
export function searchText(text: string): string {
  const typed = text.trim()
  if (typed.length <= LONGEST) return typed
  const telling = typed.split(/\s+/).filter((word) => /[\p{Nd}@]/u.test(word))
  return telling.join(' ') || typed
}

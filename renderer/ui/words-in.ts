/** What stands between words that are typed or pasted one after the other. */
const BETWEEN = /[\n,;\t]/
/** What stands behind a word: nothing more, or that. */
const BEHIND = /^\s*?(?:[\n,;\t]|$)/

/**
 * Codes, skus or barcodes as they are typed or pasted: one a line, or with commas between them, each once.
 * @param stored what stands there as it is stored: a word of it that has a comma in itself is taken as a whole
 */
export function wordsIn(text: string, stored: readonly string[] = []): string[] {
  // The longest first: a word may begin as another one does.
  const wholes = stored.filter((word) => BETWEEN.test(word)).toSorted((a, b) => b.length - a.length)
  const words = new Set<string>()
  for (let rest = text.trim(); rest !== '';) {
    const isNext = (whole: string): boolean => rest.startsWith(whole) && BEHIND.test(rest.slice(whole.length))
    const word = wholes.find(isNext) ?? rest.split(BETWEEN, 1)[0] ?? ''
    words.add(word.trim())
    rest = rest.slice(word.length).replace(BEHIND, '').trimStart()
  }
  words.delete('')
  return [...words]
}

/** What stands between words that are typed or pasted one after the other. */
const BETWEEN = /[\n,;\t]/
/** What stands behind a word: nothing more, or that. */
const BEHIND = /^\s*?(?:[\n,;\t]|$)/
/** A word in quotes, as spreadsheets write it: what else stands between words is its own there, and so are two quotes as one. */
const QUOTED = /^"((?:[^"\n]|"")+)"(?=\s*?(?:[\n,;\t]|$))/

/**
 * Codes, skus or barcodes as they are typed or pasted: one a line, or with commas between them, each once. One that has a comma in
 * itself stands in quotes.
 * @param stored what stands there as it is stored: a word of it that has a comma in itself is taken as a whole without them, too
 */
export function wordsIn(text: string, stored: readonly string[] = []): string[] {
  // The longest first: a word may begin as another one does.
  const wholes = stored.filter((word) => !isPlain(word)).toSorted((a, b) => b.length - a.length)
  const words = new Set<string>()
  for (let rest = text.trim(); rest !== '';) {
    const isNext = (whole: string): boolean => rest.startsWith(whole) && BEHIND.test(rest.slice(whole.length))
    const whole = wholes.find(isNext)
    const [quoted, inQuotes] = (whole === undefined && QUOTED.exec(rest)) || []
    const next = whole ?? quoted ?? rest.split(BETWEEN, 1)[0] ?? ''
    words.add((inQuotes?.replaceAll('""', '"') ?? next).trim())
    rest = rest.slice(next.length).replace(BEHIND, '').trimStart()
  }
  words.delete('')
  return [...words]
}

/** A word as it is written among others, so that {@link wordsIn} finds it again. */
export const wordText = (word: string): string => (isPlain(word) ? word : `"${word.replaceAll('"', '""')}"`)

const isPlain = (word: string): boolean => !BETWEEN.test(word) && !word.startsWith('"')

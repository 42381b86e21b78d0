/** Letters that keyboards of other languages lack, as these write them: `Österreich` is `Oesterreich`, and `Færøerne` `Faeroeerne`. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
}
/** The same in one letter, of those that have more to them than an accent. */
const PLAIN: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', ł: 'l', đ: 'd' }

/**
 * Finds names by what is typed of them, without case, accents and what nobody sees.
 * @returns how a name has it; undefined where it has not
 */
export function finder(typed: string, locale: string): (name: string) => 'begins' | 'holds' | undefined {
  const wanted = spellings(typed, locale)
  return (name) => {
    const names = spellings(name, locale)
    if (names.some((text) => wanted.some((part) => text.startsWith(part)))) return 'begins'
    return names.some((text) => wanted.some((part) => text.includes(part))) ? 'holds' : undefined
  }
}

/** Shorter words of a search are the beginnings of what they are to find: by few letters, more would be found by chance. */
const WITHIN = 4
/** Letters of which whole phrases are written without a space. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/**
 * Finds names of which every word that is typed begins a word, or stands within one where it is long, or where no spaces tell
 * where words begin.
 * @returns whether it stands in a name in whole words or in parts of some; undefined where it does not
 */
export function wordFinder(typed: string, locale: string): (name: string) => 'whole' | 'part' | undefined {
  const wanted = typed
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({
      find: finder(word, locale),
      spelled: spellings(word, locale),
      isPart: word.length >= WITHIN || UNSPACED.test(word),
    }))
  return (name) => {
    const words = name.split(/\s+|(?<=\p{P})/u)
    const isFound = wanted.every(({ find, isPart }) =>
      words.some((word) => find(word) === 'begins' || (isPart && find(word) === 'holds')),
    )
    if (!isFound) return undefined
    const whole = new Set(words.flatMap((word) => spellings(word, locale)))
    return wanted.every(({ spelled }) => spelled.some((word) => whole.has(word))) ? 'whole' : 'part'
  }
}

function spellings(text: string, locale: string): readonly string[] {
  const lower = text.normalize('NFC').toLocaleLowerCase(locale)
  return [...new Set([lower, withLetters(lower, SPELLED_OUT)].map(plain))]
}

const plain = (lower: string): string =>
  withLetters(lower, PLAIN)
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .trim()

const withLetters = (text: string, letters: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\P{ASCII}/gu, (letter) => letters[letter] ?? letter)

/** Spellings seen before: every request brings one, and nearly all the same few. */
const canonical = new Map<string, string>()
const MAX_SPELLINGS = 500
/** Longer than any culture that a shop has; nothing longer is looked at, let alone kept. */
const MAX_LENGTH = 35

/** A culture code in its canonical spelling (`da-dk` → `da-DK`), or undefined where it is malformed. */
export function parseCulture(text: string): string | undefined {
  const known = canonical.get(text)
  if (known !== undefined) return known
  const culture = text.length > MAX_LENGTH ? undefined : canonicalLocale(text)
  if (culture === undefined) return undefined
  if (canonical.size >= MAX_SPELLINGS) canonical.clear()
  canonical.set(text, culture)
  return culture
}

function canonicalLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}

export const languageOf = (culture: string): string => culture.split('-', 1)[0] ?? culture

/**
 * Picks the text for a culture: that culture's, then one of its language, then the fallback culture's, then any.
 * @param texts one entry a culture
 */
export function pickText<T extends { culture_code: string }>(
  texts: readonly T[],
  culture: string,
  fallback: string,
): T | undefined {
  const language = languageOf(culture)
  return (
    texts.find((text) => text.culture_code === culture) ??
    texts.find((text) => languageOf(text.culture_code) === language) ??
    texts.find((text) => text.culture_code === fallback) ??
    texts[0]
  )
}

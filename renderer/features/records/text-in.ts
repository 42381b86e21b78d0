/** The text of a culture, then of its language, then any; undefined where there is none. */
export function textIn(texts: Readonly<Record<string, string>>, culture: string): string | undefined {
  const [language = ''] = culture.split('-')
  const ofLanguage = Object.keys(texts).find((each) => each.split('-')[0] === language)
  return texts[culture] ?? texts[ofLanguage ?? ''] ?? Object.values(texts)[0]
}

/** Texts without those that are empty. */
export const filled = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))

import { describe, expect, it } from 'vitest'
import { languageOf, parseCulture, pickText } from '../../../core/kernel/culture.ts'

describe('a culture code', () => {
  it.each([
    ['da-DK', 'da-DK'],
    ['da-dk', 'da-DK'],
    ['DA-dk', 'da-DK'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['en', 'en'],
  ])('%s is spelled %s', (text, canonical) => {
    expect(parseCulture(text)).toBe(canonical)
  })

  it.each(['', ' ', 'd', 'da_DK', 'da-', '-DK', 'danish language', 'da-DK\0', '../etc'])(
    '%j is none',
    (text) => {
      expect(parseCulture(text)).toBeUndefined()
    },
  )

  it('that is long is none, and takes no memory: neither it nor what is malformed is kept', () => {
    const before = process.memoryUsage().rss
    for (let number = 0; number < 400; number++) {
      expect(parseCulture(`en-${'x'.repeat(1_000_000)}${number}`)).toBeUndefined()
      expect(parseCulture(`?${number}`)).toBeUndefined()
    }
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(150)
    expect(parseCulture(`en-x-${'a'.repeat(8)}-${'b'.repeat(8)}-${'c'.repeat(8)}`)).toBeDefined()
    expect(parseCulture(`en-x-${Array.from({ length: 9 }, () => 'aaaa').join('-')}`)).toBeUndefined()
  })

  it('begins with its language', () => {
    expect(languageOf('zh-Hant-TW')).toBe('zh')
    expect(languageOf('en')).toBe('en')
  })
})

describe('the text for a culture', () => {
  const text = (culture_code: string) => ({ culture_code })
  const english = text('en-GB')
  const danish = text('da-DK')
  const german = text('de-DE')
  const american = text('en-US')
  const all = [german, english, american, danish]

  it.each([
    ['that of the culture itself', 'en-US', all, american],
    ['else one of its language', 'de-AT', all, german],
    ['else that of the store’s default culture', 'fr-FR', all, danish],
    ['else any there is', 'fr-FR', [german], german],
    ['of the language before the default', 'en-AU', [danish, american], american],
  ])('is %s', (_which, culture, texts, expected) => {
    expect(pickText(texts, culture, 'da-DK')).toBe(expected)
  })

  it('is missing where there is none at all', () => {
    expect(pickText<{ culture_code: string }>([], 'en-GB', 'da-DK')).toBeUndefined()
  })
})

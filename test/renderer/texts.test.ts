import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { da } from '../../renderer/i18n/da/index.ts'
import { de } from '../../renderer/i18n/de/index.ts'
import { en } from '../../renderer/i18n/en/index.ts'
import { ja } from '../../renderer/i18n/ja/index.ts'
import { matchLocale, regionalLocale, textsIn } from '../../renderer/i18n/index.ts'
import { keyOf } from '../../renderer/ui/fault-text.ts'
import {
  cultureNames,
  formatAge,
  formatDay,
  formatDays,
  formatMoment,
  formatMoney,
  formatRate,
  fullName,
  nameParts,
} from '../../renderer/ui/format.ts'
import { shopZone } from '../../renderer/ui/shop-zone.ts'

/** `cart.place` → text, all levels flat. */
function flat(messages: object, prefix = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  )
}
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe.each([
  ['Danish', da],
  ['German', de],
  ['Japanese', ja],
])('%s', (_name, messages) => {
  const texts = Object.fromEntries(flat(messages))

  it('says everything that English says, with the same parts filled in', () => {
    const english = flat(en)
    expect(Object.keys(texts).sort()).toEqual(english.map(([key]) => key).sort())
    for (const [key, text] of english) {
      expect([key, placeholders(texts[key] ?? '')]).toEqual([key, placeholders(text)])
      expect([key, texts[key]?.split(' | ').length]).toEqual([key, text.split(' | ').length])
    }
  })
})

/** Japanese beside Latin letters, figures and what is filled in. */
const CROWDED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー][\w{$]|[\w}%][\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u

it('Japanese has a space before and behind what is no Japanese, as dates and amounts have it', () => {
  expect(flat(ja).filter(([, text]) => CROWDED.test(text))).toEqual([])
})

it('a sentence that ends with what has a full stop of its own has no other', async () => {
  const danish = await textsIn('da-DK')
  const amount = formatMoney(30, 'DKK', 'da-DK')
  expect(danish('why.total', { quantity: 1, amount }).replaceAll('\u00a0', ' ')).toBe(
    '1 stk. koster 30,00 kr.',
  )
  expect(danish('why.group', { name: 'Normalpriser' })).toBe('Prisgruppe: Normalpriser.')
})

/** Texts of these are called as a field of a body is, or by another's name. */
const isNamedByField = (key: string): boolean => key.startsWith('field.')

it('there is no text that nothing says', () => {
  const read = (files: string[]) => files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const pages = read(globSync('renderer/**/*.{ts,vue}').filter((file) => !/i18n\/\w+\//.test(file)))
  const rules = read(globSync('core/**/*.ts'))
  /** `staff.roles.${role}` is whatever it may be; what is made of variables alone says nothing. */
  const written = (source: string): string[] =>
    [...source.matchAll(/(['"`])((?:[\w.-]|\$\{[^}'`]*\})+)\1/g)]
      .map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '\\w+'))
      .filter((text) => /[a-z]/i.test(text.replaceAll('\\w+', '')))
  const codes = new Set(written(rules).map(keyOf))
  const keys = new Set(written(pages))
  const isIn = (texts: ReadonlySet<string>, key: string): boolean =>
    texts.has(key) || [...texts].some((text) => text.includes('\\') && new RegExp(`^${text}$`).test(key))
  /** A fault by its code, of the console's own too; a page may say it in its own words. */
  const isFault = (key: string): boolean => {
    const [place = '', name = ''] = key.split('.')
    if (place !== 'refusal' && !Object.hasOwn(en.refusal, name)) return false
    return isIn(codes, name) || isIn(new Set([...keys].map(keyOf)), name)
  }
  const all = flat(en).map(([key]) => key)
  expect(all.filter((key) => !isIn(keys, key) && !isNamedByField(key) && !isFault(key))).toEqual([])
})

describe('the language', () => {
  it('is the first wanted one that the console speaks', () => {
    expect(matchLocale(['fr-FR', 'de-AT', 'en'])).toBe('de')
    expect(matchLocale(['fr'])).toBe('en')
    expect(regionalLocale('en', ['da-DK', 'en-GB'])).toBe('en-GB')
    expect(regionalLocale('en', ['da-DK'])).toBe('en')
  })

  it('names a culture by its language where that is enough', () => {
    expect(cultureNames(['en-GB', 'da-DK'], 'en').map(({ label }) => label)).toEqual(['English', 'Danish'])
    expect(cultureNames(['en-GB', 'en-US'], 'en')[0]?.label).toBe('British English')
  })
})

describe('a name', () => {
  it('has the family first where its letters are read so', () => {
    expect(fullName({ firstName: 'Ida', lastName: 'Holm' })).toBe('Ida Holm')
    expect(fullName({ firstName: '桜子', lastName: '勅使河原' })).toBe('勅使河原 桜子')
    expect(fullName({ firstName: 'さくら', lastName: null })).toBe('さくら')
    expect(fullName({ firstName: '민준', lastName: '김' })).toBe('김 민준')
    expect(fullName({ firstName: 'アンナ', lastName: 'シュミット' })).toBe('アンナ シュミット')
  })

  it('is taken apart as it was typed', () => {
    expect(nameParts(' Ida  Maria Holm')).toEqual({ firstName: 'Ida', lastName: 'Maria Holm' })
    expect(nameParts('勅使河原　桜子')).toEqual({ firstName: '桜子', lastName: '勅使河原' })
    expect(nameParts('')).toEqual({ firstName: '', lastName: '' })
  })
})

describe('amounts and times', () => {
  it('are written as the culture does', () => {
    expect(formatMoney(1234.5, 'EUR', 'de-DE')).toBe('1.234,50\u00a0€')
    expect(formatMoney(1234, 'JPY', 'en-GB')).toBe('JP¥1,234')
    expect(formatRate(0.25, 'en-GB')).toBe('25%')
    expect(formatRate(0.08875, 'en-US')).toBe('8.875%')
    expect(formatRate(0.089975, 'fr-CA')).toBe('8,9975\u00a0%')
  })

  it('tell how long ago something was, and the date after a week', () => {
    onTestFinished(() => (shopZone.value = undefined))
    shopZone.value = 'UTC'
    const now = Date.parse('2026-11-20T12:00:00.000Z')
    expect(formatAge('2026-11-20T11:59:40.000Z', 'en', { now })).toBe('this minute')
    expect(formatAge('2026-11-20T11:15:00.000Z', 'en', { now })).toBe('45 minutes ago')
    expect(formatAge('2026-11-20T11:15:00.000Z', 'en', { now, style: 'short' })).toBe('45 min. ago')
    expect(formatAge('2026-11-19T11:00:00.000Z', 'en', { now })).toBe('yesterday')
    expect(formatAge('2026-11-01T11:00:00.000Z', 'en', { now })).toContain('2026')
  })

  it('are those of the shop’s clock, wherever the machine stands', () => {
    const now = Date.parse('2026-11-20T01:00:00.000Z')
    const late = '2026-11-08T23:30:00.000Z'
    onTestFinished(() => (shopZone.value = undefined))
    for (const [zone, day, time, ago] of [
      ['Asia/Tokyo', '9 Nov 2026', '08:30', '2 days ago'],
      ['America/New_York', '8 Nov 2026', '18:30', 'yesterday'],
    ] as const) {
      shopZone.value = zone
      expect(formatMoment(late, 'en-GB')).toBe(`${day}, ${time}`)
      expect(formatDay(late, 'en-GB')).toBe(day)
      expect(formatAge(late, 'en-GB', { now })).toBe(day)
      expect(formatAge('2026-11-18T14:30:00.000Z', 'en-GB', { now })).toBe(ago)
    }
  })

  it('are one day where a span begins and ends on it', () => {
    onTestFinished(() => (shopZone.value = undefined))
    shopZone.value = 'Asia/Tokyo'
    const [morning, evening] = ['2026-11-17T15:30:00.000Z', '2026-11-18T14:30:00.000Z']
    expect(formatDays(morning, evening, 'en-GB')).toBe('18 Nov 2026')
    expect(formatDays(morning, evening, 'ja')).toBe('2026/11/18')
    shopZone.value = 'UTC'
    expect(formatDays(morning, evening, 'en-GB')).toMatch(/^17\s?–\s?18 Nov 2026$/)
  })

  it('call yesterday the day before, and no other', () => {
    onTestFinished(() => (shopZone.value = undefined))
    shopZone.value = 'Europe/Copenhagen'
    const friday = Date.parse('2026-11-20T09:00:00.000Z')
    expect(formatAge('2026-11-18T10:00:00.000Z', 'en', { now: friday })).toBe('2 days ago')
    expect(formatAge('2026-11-19T08:00:00.000Z', 'en', { now: friday })).toBe('yesterday')
    expect(formatAge('2026-11-19T20:00:00.000Z', 'en', { now: friday })).toBe('13 hours ago')
  })
})

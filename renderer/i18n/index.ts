import { computed, type ComputedRef } from 'vue'
import { createI18n, useI18n } from 'vue-i18n'
import { numberFormat } from '../ui/intl.ts'
import type { Messages } from './en/index.ts'

export const LOCALES = ['en', 'da', 'de', 'ja'] as const
export type Locale = (typeof LOCALES)[number]

type Keys<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Keys<T[K], `${Prefix}${K}.`>
}[keyof T & string]
/** Every text of the console: `cart.place`. A key that is not in `en/` does not compile. */
export type MessageKey = Keys<Messages>

/** Whoever reads one language loads one. */
const texts: Record<Locale, () => Promise<Messages>> = {
  en: async () => (await import('./en/index.ts')).en,
  da: async () => (await import('./da/index.ts')).da,
  de: async () => (await import('./de/index.ts')).de,
  ja: async () => (await import('./ja/index.ts')).ja,
}

const messages: Partial<Record<Locale, Messages>> = {}
export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  messages,
  // What is filled in may end with a full stop of its own, as “30,00 kr.” does: a sentence that ends with it has no other.
  postTranslation: (text) => (typeof text === 'string' ? text.replace(/(?<!\.)\.\.(?=\s|$)/g, '.') : text),
})

/** Fetches the texts of a language that are not here yet. */
async function learn(locale: Locale): Promise<void> {
  const { global } = i18n
  if (!global.availableLocales.includes(locale)) global.setLocaleMessage(locale, await texts[locale]())
}

let wanted: Locale | undefined
/** Makes it the console's language, once its texts are there; the last one that is asked for stays. */
export async function speak(locale: Locale): Promise<void> {
  wanted = locale
  await learn(locale)
  if (wanted !== locale) return
  i18n.global.locale.value = locale
  document.documentElement.lang = locale
}

type Named = Record<string, string | number>
export interface Texts {
  /** The text in the console's language; `count` chooses between its singular and plural. */
  t: (key: MessageKey, named?: Named, count?: number) => string
  /** The language with its region, for dates and amounts: `en-GB` where the browser says so, else plain `en`. */
  locale: ComputedRef<string>
}

export function useTexts(): Texts {
  const { t, locale } = useI18n({ useScope: 'global' })
  const regional = computed(() => regionalLocale(locale.value, navigator.languages))
  return {
    t: (key, named = {}, count) =>
      count === undefined
        ? t(key, named)
        : t(key, { ...named, count: written(count, regional.value) }, count),
    locale: regional,
  }
}

/**
 * The console's texts in the language of a culture, whatever language the console itself speaks: for what a customer is
 * given.
 */
export async function textsIn(culture: string): Promise<Texts['t']> {
  const locale = matchLocale([culture])
  await learn(locale)
  return (key, named = {}, count) =>
    count === undefined
      ? i18n.global.t(key, named, { locale })
      : i18n.global.t(key, { ...named, count: written(count, culture) }, { locale, plural: count })
}

/** A count as the language writes it, where it writes it otherwise than with its digits alone. */
const written = (count: number, locale: string): string | number =>
  Math.abs(count) < 1000 ? count : numberFormat(locale).format(count)

/**
 * What the console says under a key that may be none of its own, such as the code of a refusal; undefined where it says
 * nothing.
 */
export function textOfAny(key: string, named: Named = {}): string | undefined {
  const { t, te } = i18n.global
  return te(key) ? t(key, named) : undefined
}

/** The console's language that suits the first of the wanted languages it speaks, else English. */
export function matchLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const found = LOCALES.find((locale) => locale === tag.toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}

/** The first of the wanted languages that is a variant of the locale: `da` → `da-DK`. */
export function regionalLocale(locale: string, wanted: readonly string[]): string {
  return wanted.find((tag) => tag.toLowerCase().split('-')[0] === locale) ?? locale
}

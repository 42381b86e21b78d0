import { defineStore } from 'pinia'
import { computed, ref, watchEffect } from 'vue'
import { LOCALES, matchLocale, speak, type Locale } from '../../i18n/index.ts'
import { keptFields } from '../../ui/kept.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** `browser`: whatever language the browser or the system asks for. */
export type LanguageChoice = Locale | 'browser'

const STORAGE_KEY = 'backcounter.preferences'

interface Saved {
  theme: Theme
  language: LanguageChoice
  currency: string | undefined
  pricesWithTax: boolean | undefined
}

/** What one person at this machine likes: language, light or dark, the currency of the last new order, prices with tax. */
export const usePreferences = defineStore('preferences', () => {
  const saved = read()
  const theme = ref(saved.theme)
  const language = ref(saved.language)
  const currency = ref(saved.currency)
  /** Whether prices of products are shown and typed with tax; undefined for what is usual in the shop’s country. */
  const pricesWithTax = ref(saved.pricesWithTax)

  const systemIsDark = ref(false)
  const darkQuery = window.matchMedia('(prefers-color-scheme: dark)')
  systemIsDark.value = darkQuery.matches
  darkQuery.addEventListener('change', (event) => (systemIsDark.value = event.matches))

  const isDark = computed(() => (theme.value === 'system' ? systemIsDark.value : theme.value === 'dark'))
  /** The one locale behind the console's own texts and those of the component library. */
  const locale = computed(() =>
    language.value === 'browser' ? matchLocale(navigator.languages) : language.value,
  )

  function paint(dark: boolean): void {
    document.documentElement.classList.toggle('dark', dark)
    document.documentElement.classList.toggle('light', !dark)
  }
  watchEffect(() => paint(isDark.value))
  // Paper is white.
  window.addEventListener('beforeprint', () => paint(false))
  window.addEventListener('afterprint', () => paint(isDark.value))

  // Where its texts cannot be fetched now, the console goes on in the language it speaks.
  watchEffect(() => void speak(locale.value).catch(() => undefined))
  // What is chosen in one window holds in all of this browser; what stands there by now is what all of them read.
  window.addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_KEY) return
    const now = read()
    theme.value = now.theme
    language.value = now.language
    currency.value = now.currency
    pricesWithTax.value = now.pricesWithTax
  })
  watchEffect(() => {
    const toSave: Saved = {
      theme: theme.value,
      language: language.value,
      currency: currency.value,
      pricesWithTax: pricesWithTax.value,
    }
    localStorage.setItem(STORAGE_KEY, JSON.stringify(toSave))
  })

  return { theme, language, currency, pricesWithTax, isDark, locale }
})

function read(): Saved {
  const saved: Partial<Record<keyof Saved, unknown>> = keptFields(localStorage.getItem(STORAGE_KEY))
  return {
    theme: THEMES.find((theme) => theme === saved.theme) ?? 'system',
    language: LOCALES.find((locale) => locale === saved.language) ?? 'browser',
    currency: typeof saved.currency === 'string' ? saved.currency : undefined,
    pricesWithTax: typeof saved.pricesWithTax === 'boolean' ? saved.pricesWithTax : undefined,
  }
}

import { setCustomIconsLoader } from '@iconify/vue'
import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import '@fontsource-variable/inter'
import 'virtual:theme-colors.css'
import './style.css'
import App from './App.vue'
import { DISPLAY_HASH } from './features/customer-display/display-channel.ts'
import { followLinks, sayDrawn } from './features/shell/desktop.ts'
import { closeLayersFirst } from './features/shortcuts/back-closes-layers.ts'
import { usePreferences } from './features/preferences/preferences.ts'
import { i18n, speak } from './i18n/index.ts'
import { createConsoleRouter } from './router.ts'
import { keepFocusAtWork } from './ui/at-work.ts'
import { writeDecimalSign } from './ui/decimal-key.ts'
import { keepFocusGoneOn } from './ui/gone-on.ts'
import { hideNothingBehindLists } from './ui/open-lists.ts'

// Every icon is in the bundle; one that is missing stays missing rather than being asked for over the network.
setCustomIconsLoader(() => null, 'lucide')

/** The console, in a window of its own. */
async function openConsole(): Promise<void> {
  hideNothingBehindLists()
  keepFocusAtWork()
  keepFocusGoneOn()
  writeDecimalSign()
  const router = createConsoleRouter()
  closeLayersFirst(router)
  const app = createApp(App).use(createPinia()).use(i18n).use(router).use(ui)
  await speak(usePreferences().locale)
  followLinks(router)
  app.mount('#app')
  await router.isReady()
  await sayDrawn()
}

/** What stands before the customer, beside a console: it has no pages, and asks for nothing. */
async function openDisplay(): Promise<void> {
  // With the other pages: a file of its own would take a part of what the first screen needs out of where it is.
  const { CustomerDisplay } = await import('./pages.ts')
  const app = createApp(CustomerDisplay).use(createPinia()).use(i18n).use(ui)
  await speak(usePreferences().locale)
  app.mount('#app')
}

await (window.location.hash === DISPLAY_HASH ? openDisplay() : openConsole())

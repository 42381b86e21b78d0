import { setCustomIconsLoader } from '@iconify/vue'
import ui from '@nuxt/ui/vue-plugin'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import '@fontsource-variable/inter'
import 'virtual:theme-colors.css'
import './style.css'
import App from './App.vue'
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

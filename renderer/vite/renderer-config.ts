import { fileURLToPath } from 'node:url'
import ui from '@nuxt/ui/vite'
import vue from '@vitejs/plugin-vue'
import type { UserConfig } from 'vite'
import { precompress } from './precompress.ts'
import { staticStyles, THEME_COLORS } from './static-styles.ts'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))
const rendererRoot = fileURLToPath(new URL('..', import.meta.url))

/** How the console is built: the same files serve the desktop window and any browser. */
export const rendererConfig: UserConfig = {
  root: rendererRoot,
  base: '/',
  define: {
    // Messages are interpreted, never compiled into functions: the content security policy forbids `eval`.
    __INTLIFY_JIT_COMPILATION__: true,
    __INTLIFY_DROP_MESSAGE_COMPILER__: false,
    __VUE_I18N_FULL_INSTALL__: false,
    __VUE_I18N_LEGACY_API__: false,
    __VUE_OPTIONS_API__: true,
  },
  plugins: [
    staticStyles(),
    vue(),
    ui({
      root: projectRoot,
      prose: false,
      colorMode: false,
      autoImport: false,
      components: false,
      experimental: { componentDetection: true },
      icon: { clientBundle: { scan: { globInclude: ['renderer/**/*.{vue,ts}'] } } },
      ui: {
        colors: THEME_COLORS,
        // Where a dialog is higher than the window its body is scrolled; its head stays whole, beside what closes it.
        modal: { slots: { header: 'shrink-0', wrapper: 'pe-8' } },
        // The library fades a button under the pointer, and its text with it below contrast AA: darken it instead.
        button: {
          compoundVariants: [
            {
              color: 'primary',
              variant: 'solid',
              class: 'hover:bg-primary active:bg-primary hover:brightness-90',
            },
            { color: 'error', variant: 'solid', class: 'hover:bg-error active:bg-error hover:brightness-90' },
            {
              color: 'warning',
              variant: 'solid',
              class: 'hover:bg-warning active:bg-warning hover:brightness-90',
            },
          ],
        },
      },
    }),
    precompress(),
  ],
  build: {
    outDir: fileURLToPath(new URL('../../out/renderer', import.meta.url)),
    emptyOutDir: true,
    // The licences of what is bundled, beside it.
    license: { fileName: 'licences.json' },
    minify: 'oxc',
    rolldownOptions: { input: fileURLToPath(new URL('../index.html', import.meta.url)) },
  },
}

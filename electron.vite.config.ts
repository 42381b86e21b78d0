import { fileURLToPath } from 'node:url'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { rendererConfig } from './renderer/vite/renderer-config.ts'

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Packages that are more than modules: one has a native addon, the others find their files by path. */
const BESIDE = ['@fastify/swagger-ui', 'better-sqlite3', 'electron', 'i18n-iso-countries']

/** V8 keeps a source whole; Node hands it over in half the memory where it holds ASCII only. */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = asAscii(file.code)
  },
}
const asAscii = (code: string): string =>
  code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** In `npm run dev` the window still shows `app://console`; only its files, and their changes, come from here. */
const devServer = { host: '127.0.0.1', port: 5173, strictPort: true }

export default defineConfig({
  // A file that is opened and read takes longer than what is in it: most of a start went there.
  main: {
    plugins: [asciiOnly],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        external: BESIDE,
        input: {
          main: source('./electron/main.ts'),
          cli: source('./core/cli/main.ts'),
          core: source('./electron/starter-core.ts'),
          worker: source('./core/work/worker.ts'),
        },
        // All in one folder: the console and the worker are found from there.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // They would be kept with the sources, by every process.
          comments: { annotation: false, jsdoc: false, legal: true },
        },
      },
    },
  },
  preload: {
    build: {
      rolldownOptions: {
        input: { preload: source('./electron/preload.ts') },
        // A sandboxed preload must be CommonJS, whatever package.json says of `.js`.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    ...rendererConfig,
    server: { ...devServer, hmr: { protocol: 'ws', host: devServer.host, clientPort: devServer.port } },
  },
})

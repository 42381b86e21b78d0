import { fileURLToPath } from 'node:url'
import { defineConfig } from 'electron-vite'
import { rendererConfig } from './renderer/vite/renderer-config.ts'

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** An import by name, neither a path nor one of the bundler's own modules. */
const PACKAGE = /^(?!\.|\/|\0|[A-Za-z]:[\\/])/

/** In `npm run dev` the window still shows `app://console`; only its files, and their changes, come from here. */
const devServer = { host: '127.0.0.1', port: 5173, strictPort: true }

export default defineConfig({
  // Our own sources are bundled; packages stay packages: one has a native addon, others find their parts by path,
  // and one that is also a dependency of another must not be there twice.
  main: {
    build: {
      rolldownOptions: {
        external: PACKAGE,
        // The worker is found beside whatever file starts it, so all of them lie in one folder.
        input: { main: source('./electron/main.ts'), worker: source('./core/worker.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
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

import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

const globalSetup = ['./test/support/build.ts', './test/support/chromium.ts']

/**
 * Four kinds of tests: what tools find in the sources, those of the core and its contract, those that drive a real
 * Chromium against the real core, and of the parts around it. They begin in this order, so that the longest begin first.
 */
export default defineConfig({
  root,
  plugins: [vue()],
  test: {
    // Much of a test is waiting for processes and disks: vitest would leave one processor free.
    maxWorkers: '100%',
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'checks',
          include: ['test/checks/**/*.test.ts'],
          // The types that Nuxt UI makes come with the build.
          globalSetup,
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'core',
          include: ['test/{core,conformance,model,torture}/**/*.test.ts'],
          globalSetup,
          testTimeout: 60_000,
          // The first of them makes the demo shop that all others copy.
          hookTimeout: 60_000,
          // Every test has a database of its own and nothing else is shared; loading the core once a file is most of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/{architecture,electron,renderer}/**/*.test.ts'],
          globalSetup,
          testTimeout: 30_000,
          // Many of them start the whole app first.
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: [...globalSetup, './test/support/demo-shop.ts'],
          // Two browsers on two processors: what goes wrong once is the machine's, what goes wrong three times is ours.
          retry: 2,
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
})

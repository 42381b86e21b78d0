import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

const globalSetup = ['./test/support/build.ts', './test/support/chromium.ts']

/** Three kinds of tests: of the core and its contract, of the parts around it, and those that drive a real Chromium against the real core. */
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
          name: 'core',
          include: ['test/{core,conformance,model,torture}/**/*.test.ts'],
          globalSetup,
          testTimeout: 60_000,
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
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
})

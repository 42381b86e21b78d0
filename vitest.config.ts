import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Two kinds of tests: those of one process, and those that drive a real Chromium against the real core. */
export default defineConfig({
  root,
  plugins: [vue()],
  test: {
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['test/{architecture,core,electron,renderer}/**/*.test.ts'],
          globalSetup: ['./test/support/build.ts', './test/support/chromium.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['./test/support/build.ts', './test/support/chromium.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
})

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The contract's table alone: neither a build nor a browser is needed for it. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/conformance/**/*.test.ts'],
    reporters: ['./test/conformance/reporter.ts'],
    testTimeout: 30_000,
  },
})

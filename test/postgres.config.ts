import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Tests of what a file is, or what is done to one: they open it past the core. */
const ofFiles = [
  'test/core/database/sqlite/**',
  'test/core/database/schema/**',
  'test/core/demo/**',
  'test/core/cli/**',
  'test/core/work/**',
  'test/core/http/damage.test.ts',
  'test/core/http/log-file.test.ts',
]

/** The core's tests on PostgreSQL, each shop in a database of its own on one server of this run. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    name: 'postgres',
    include: ['test/{core,conformance}/**/*.test.ts'],
    exclude: [
      ...ofFiles,
      'test/conformance/decisions-command-line.test.ts',
      'test/conformance/hostile.test.ts',
    ],
    globalSetup: ['./test/support/postgres-setup.ts'],
    env: { BACKCOUNTER_TEST_ENGINE: 'postgres' },
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    maxWorkers: '100%',
    // What is waited for comes when a busy machine gets to it.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    isolate: false,
  },
})

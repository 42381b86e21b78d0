import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import vue from '@vitejs/plugin-vue'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { isBuildStale } from './electron/start/build-state.ts'
import { isRunWhole, isSweepWhole, rounds } from './test/support/rounds.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

const globalSetup = ['./test/support/memory.ts', './test/support/build.ts', './test/support/chromium.ts']

/**
 * Browsers, servers and whole apps beside each other on two processors: what goes wrong once may be the machine's, and is
 * told at the end of the run; what goes wrong twice is ours. Rules and operations have one try, but where all run, those
 * that start and kill processes and race real clocks among them.
 */
const SECOND_TRY = 1

/** Tests that reckon: another worker would only have to load the same modules and get warm. */
const reckoning = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 0 } }
/**
 * Tests that wait, for hands, screens, servers and processes: two more at work than there are processors, and where all run,
 * of which some are about who is quicker, one more.
 */
const waiting = { maxWorkers: availableParallelism() + (isRunWhole ? 1 : 2), sequence: { groupOrder: 1 } }

/** Tests of what is PostgreSQL's alone. */
const onPostgres = ['test/core/database/postgres/**/*.test.ts']

/** Of the core's, those that start, kill and starve processes, or play a whole shop through: as dear as all others together. */
const ofProcesses = [
  'test/torture/**/*.test.ts',
  'test/core/cli/{backup,compile-cache,console-link,import-columns,kill,lost-shop,serve,transfer}.test.ts',
  'test/core/data/data.test.ts',
  'test/core/database/sqlite/{busy,migration-killed}.test.ts',
  'test/core/database/sqlite/safekeeping/instance-lock.test.ts',
  'test/core/demo/{determinism,replay}.test.ts',
  'test/core/transfer/killed-import.test.ts',
  'test/core/work/long-work.test.ts',
]

/** Of the desktop's, those that start the app. */
const ofApps = [
  'test/electron/{browser-start,desktop-start,failures,lifecycle,package,secret-keeper,window-page}.test.ts',
]

/** In the browser, what a clerk does all day, by keyboard: from the scan to the receipt, and what comes after. */
const aClerksJob = ['test/e2e/{assisted-order,order-page,paid-in-parts,parking,undo}.test.ts']

/** What the tests of every day leave to continuous integration (`isRunWhole`). */
const leftForWhole = isRunWhole ? [] : [...ofProcesses, ...ofApps]

/** Of the core's tests, those that hold PostgreSQL to the contract and to what all engines of the storage do. */
const contractAndStorage = [
  'test/core/database/storage/**/*.test.ts',
  'test/conformance/section-*.test.ts',
  'test/conformance/decisions-*.test.ts',
]

/** Tests of what a file is, or what is done to one: they open it past the core. */
const ofFiles = [
  'test/core/database/sqlite/**',
  'test/core/database/schema/**',
  'test/core/demo/**',
  'test/core/cli/**',
  'test/core/work/**',
  'test/core/http/damage.test.ts',
  'test/core/http/log-file.test.ts',
  'test/conformance/decisions-command-line.test.ts',
  'test/conformance/hostile.test.ts',
]

/**
 * Threads for long work run as they are built: each would read, strip and compile the sources that it needs anew, which
 * takes five times as long.
 */
const builtWorker: Plugin = {
  name: 'built-worker',
  transform: (code, id) => {
    if (!id.endsWith('/core/work/long-work.ts') || isBuildStale(root)) return undefined
    const begin = 'const WORKER = new URL('
    if (!code.includes(begin)) throw new Error(`${id} no longer says where its worker is.`)
    const url = pathToFileURL(join(root, 'out/main/worker.js')).href
    return { code: code.replace(begin, `${begin}${JSON.stringify(url)} || `), map: null }
  },
}

/**
 * Six kinds of tests: what tools find in the sources, those of the core and its contract, the contract and the storage on
 * PostgreSQL (where `isRunWhole` says so, all of the core's), those that drive a real Chromium against the real
 * core, the built desktop, and of the parts around it. First those that reckon, then those that wait, and of each the longest first.
 */
export default defineConfig({
  root,
  plugins: [vue(), builtWorker],
  test: {
    // What is waited for comes when a busy machine gets to it, and is seen soon after.
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'checks',
          ...reckoning,
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
          ...reckoning,
          include: ['test/{core,conformance,model,torture}/**/*.test.ts'],
          exclude: [...onPostgres, ...leftForWhole],
          globalSetup,
          retry: isRunWhole ? SECOND_TRY : 0,
          testTimeout: rounds(60_000),
          // The first of them makes the demo shop that all others copy.
          hookTimeout: 60_000,
          // Every test has a database of its own and nothing else is shared; loading the core once a file is most of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...waiting,
          include: isRunWhole ? ['test/{core,conformance}/**/*.test.ts'] : contractAndStorage,
          exclude: ofFiles,
          globalSetup: [...globalSetup, './test/support/postgres-setup.ts'],
          env: { BACKCOUNTER_TEST_ENGINE: 'postgres' },
          retry: SECOND_TRY,
          testTimeout: 60_000,
          // The first of them starts the server and makes the shop that all others copy.
          hookTimeout: 120_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          ...reckoning,
          include: ['test/{architecture,renderer}/**/*.test.ts'],
          globalSetup,
          testTimeout: 30_000,
          // The first of them may make the demo shop that all others copy.
          hookTimeout: 60_000,
          // A process for each file would cost more than what is in it.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'desktop',
          ...waiting,
          include: ['test/electron/**/*.test.ts'],
          exclude: leftForWhole,
          globalSetup,
          retry: SECOND_TRY,
          testTimeout: 60_000,
          // Many of them start the whole app first.
          hookTimeout: 60_000,
          // What they start are processes; one more for each file would only load the same modules again.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          ...waiting,
          include: isRunWhole ? ['test/e2e/**/*.test.ts'] : aClerksJob,
          globalSetup: [...globalSetup, './test/support/demo-shop.ts'],
          // A worker has one browser for all of its files; each opens a profile and a core of its own.
          isolate: false,
          retry: SECOND_TRY,
          testTimeout: isSweepWhole ? 900_000 : 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
})

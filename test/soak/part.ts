import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One of the long runs. */
export interface Part {
  readonly name: string
  /** What it does, for whoever reads the summary. */
  readonly title: string
  /** Below the project's folder, and what it is told there. */
  readonly command: readonly [script: string, ...parameters: string[]]
  readonly env?: Readonly<Record<string, string>>
  /** The line of its output that says how far it came. */
  counts(output: string): string | undefined
}

/** How many times as many rounds as with the other tests, in an hour. */
const ROUNDS = 20
/** What has rounds of something that takes long. */
const HAS_ROUNDS = /\brounds\(/
/** The browser tests that look at a screen in every look, scan at every stop of the keyboard, or have rounds. */
const SWEEPS = /from '.*\/(?:audit|rounds)\.ts'/
/** The share of the time that a part is given; load has its own. */
const SHARES = { torture: 0.25, model: 0.12 }
/** Requests of each of some 200 operations in an hour; 10 000 of each take hours: `npm run conformance:hostile`. */
const HOSTILE_RUNS = 1000
const HOUR = 60
/** Seconds of each attack: longer than any time limit for headers. */
const ATTACK_SECONDS = 12

/** The long runs, for about so many minutes in all. */
export function partsOf(minutes: number): readonly Part[] {
  const secondsOf = (share: number): string => String(Math.max(10, Math.round(share * minutes * 60)))
  const share = Math.min(1, minutes / HOUR)
  const manyRounds = { TEST_ROUNDS: String(Math.max(2, Math.round(ROUNDS * share))) }
  return [
    {
      name: 'load',
      title: 'attacks on a core that goes on answering',
      command: ['test/load/main.ts', '--seconds', String(Math.max(3, Math.round(ATTACK_SECONDS * share)))],
      counts: (output) => /^All \d+ stood.*$/m.exec(output)?.[0],
    },
    {
      name: 'hostile',
      title: 'requests that nobody should send',
      command: [
        'node_modules/vitest/vitest.mjs',
        ...['run', '--config', 'test/conformance/vitest.config.ts', 'hostile'],
      ],
      env: { HOSTILE_RUNS: String(Math.max(60, Math.round(HOSTILE_RUNS * share))) },
      counts: hostileCounts,
    },
    {
      name: 'properties',
      title: 'more rounds of what is tested with a few',
      command: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'core', ...testsOf('core', HAS_ROUNDS)],
      env: manyRounds,
      counts: (output) => /^\d+ passed, \d+ failed.*$/m.exec(output)?.[0],
    },
    {
      name: 'screens',
      title:
        'every stop of the keyboard scanned at, every screen in every look, hands that do whatever comes to them',
      command: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', ...testsOf('e2e', SWEEPS)],
      env: { TEST_SWEEPS: 'whole', TEST_RUN: 'whole', ...manyRounds },
      counts: (output) => /^\d+ passed, \d+ failed.*$/m.exec(output)?.[0],
    },
    {
      name: 'model',
      title: 'clerks, clients and crashes against the model',
      command: ['test/model/main.ts', '--seconds', secondsOf(SHARES.model)],
      counts: (output) => output.match(/^\d+ steps in .*$/gm)?.at(-1),
    },
    {
      name: 'torture',
      title: 'cores brought down under load',
      command: ['test/torture/main.ts', '--seconds', secondsOf(SHARES.torture)],
      env: { REQUIRE_FAULTS: '1' },
      counts: (output) =>
        [/^[\d,]+ rounds in .*$/m, /^[\d,]+ writes answered.*$/m, /^Lost: .*$/m]
          .flatMap((line) => line.exec(output)?.[0] ?? [])
          .join('; '),
    },
  ]
}

/** The tests of a folder in whose text something stands. */
function testsOf(name: 'core' | 'e2e', sign: RegExp): string[] {
  const folder = join(import.meta.dirname, '..', name)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => sign.test(readFileSync(join(folder, file), 'utf8')))
    .map((file) => `test/${name}/${file}`)
}

/** How many requests were answered, by status. */
function hostileCounts(output: string): string | undefined {
  const byStatus = new Map<string, number>()
  for (const [, status = '', count] of output.matchAll(/\b([1-5]\d\d) × (\d+)/g))
    byStatus.set(status, (byStatus.get(status) ?? 0) + Number(count))
  if (byStatus.size === 0) return undefined
  const all = [...byStatus.values()].reduce((sum, count) => sum + count)
  const each = [...byStatus].toSorted().map(([status, count]) => `${status} × ${count}`)
  return `${all} requests: ${each.join(', ')}`
}

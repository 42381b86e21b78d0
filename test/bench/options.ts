import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Scenario } from './scenario.ts'
import { postgresScenarios, scenarios } from './scenarios/index.ts'

export interface Options {
  readonly scenarios: readonly Scenario[]
  readonly rounds: number
  /** Of each measurement. */
  readonly seconds: number
  /** Before the first round: compilers and caches settle. */
  readonly warmUpSeconds: number
  /** Where the result is written as JSON. */
  readonly out: string
  /** Where the data are while it runs; decides which disk is measured. */
  readonly dir: string
  readonly profileDir: string | undefined
  /** Another checkout, built, whose core is measured beside ours. */
  readonly against: string | undefined
  readonly database: 'sqlite' | 'postgres'
  readonly isQuick: boolean
  /** Makes even the files that take minutes. */
  readonly isBig: boolean
}

export const usage = `npm run bench -- [options]

  --quick         shorter and fewer measurements: under two minutes
  --big           also 1 000 000 orders; their file takes some ten minutes and 7 GB, once
  --rounds N      how often each scenario is measured on each server (default 5, quick 3)
  --only NAME     only scenarios whose name begins so; may be repeated
  --out FILE      where the result is written as JSON (default: in the system's temporary folder)
  --dir DIR       where the databases are meanwhile, to choose the disk (default: the same)
  --database postgres   orders of desks on a real PostgreSQL, which is started for it
  --against DIR   measure the core of another checkout too, such as that of an earlier commit: \`npm ci && npm run build\` there
  --profile DIR   leave a CPU profile of our core there, and print what took the time; it slows the core down

Scenarios: ${scenarios.map(({ name }) => name).join(', ')};
on PostgreSQL ${postgresScenarios.map(({ name }) => name).join(', ')}`

/** @throws where an option is wrong; undefined where the usage is asked for */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      big: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true },
      out: { type: 'string', default: join(tmpdir(), 'backcounter-bench.json') },
      dir: { type: 'string', default: tmpdir() },
      profile: { type: 'string' },
      database: { type: 'string', default: 'sqlite' },
      against: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 5))
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number, at least 1.')
  const { database } = values
  if (database !== 'sqlite' && database !== 'postgres')
    throw new Error('--database must be sqlite or postgres.')
  return {
    database,
    scenarios: chosen(database === 'sqlite' ? scenarios : postgresScenarios, values.only),
    rounds,
    seconds: values.quick ? 0.25 : 2,
    warmUpSeconds: values.quick ? 0.25 : 4,
    isQuick: values.quick,
    isBig: values.big,
    out: resolve(values.out),
    dir: resolve(values.dir),
    against: values.against === undefined ? undefined : resolve(values.against),
    profileDir: values.profile === undefined ? undefined : resolve(values.profile),
  }
}

function chosen(all: readonly Scenario[], only: readonly string[] | undefined): readonly Scenario[] {
  if (only === undefined) return all
  for (const name of only) {
    if (!all.some((scenario) => scenario.name.startsWith(name)))
      throw new Error(`There is no scenario ${name}.`)
  }
  return all.filter((scenario) => only.some((name) => scenario.name.startsWith(name)))
}

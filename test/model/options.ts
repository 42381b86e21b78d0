import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../support/whole-number.ts'
import { fastDir } from './run.ts'

const STEPS = 1_000_000

export interface Options {
  readonly steps: number
  /** Ends after this time, whatever was told until then. */
  readonly seconds: number
  readonly seed: number
  /** Of one story to be told again. */
  readonly path: string | undefined
  /** Where the databases are meanwhile. */
  readonly dir: string
  readonly database: 'sqlite' | 'postgres'
  /** Of the transactions that write, on PostgreSQL. */
  readonly isolation: 'read committed' | 'serializable'
}

export const usage = `npm run model -- [options]

  --steps N    how many steps to tell (default ${STEPS})
  --seconds N  end after this time, whatever was told until then
  --seed N     where to begin (default: anywhere); each hundred stories after it have a seed of their own
  --path PATH  with the seed of a failure: its one story again
  --dir DIR    where the databases are meanwhile (default: in memory where the system has such a folder)
  --database postgres   on a PostgreSQL server of its own; a crash is a line that is cut
  --serializable        there, with transactions that are serializable`

/** @throws where an option is wrong; undefined where the usage is asked for */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      steps: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      path: { type: 'string' },
      dir: { type: 'string', default: fastDir() },
      database: { type: 'string', default: 'sqlite' },
      serializable: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  if (values.path !== undefined && values.seed === undefined)
    throw new Error('--path needs the --seed it belongs to.')
  const { database } = values
  if (database !== 'sqlite' && database !== 'postgres') throw new Error('--database is sqlite or postgres.')
  return {
    database,
    isolation: values.serializable ? 'serializable' : 'read committed',
    steps: wholeNumber('--steps', values.steps) ?? (values.seconds === undefined ? STEPS : Infinity),
    seconds: wholeNumber('--seconds', values.seconds) ?? Infinity,
    seed: values.seed === undefined ? randomInt(2 ** 30) : wholeNumber('--seed', values.seed, 0),
    path: values.path,
    dir: values.dir,
  }
}

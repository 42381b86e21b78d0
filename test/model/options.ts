import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fastDir } from './run.ts'

export interface Options {
  readonly steps: number
  readonly seed: number
  /** Of one story to be told again. */
  readonly path: string | undefined
  /** Where the databases are meanwhile. */
  readonly dir: string
}

export const usage = `npm run model -- [options]

  --steps N    how many steps to tell (default 1000000)
  --seed N     where to begin (default: anywhere); each hundred stories after it have a seed of their own
  --path PATH  with the seed of a failure: its one story again
  --dir DIR    where the databases are meanwhile (default: in memory where the system has such a folder)`

/** @throws where an option is wrong; undefined where the usage is asked for */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      steps: { type: 'string', default: '1000000' },
      seed: { type: 'string' },
      path: { type: 'string' },
      dir: { type: 'string', default: fastDir() },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  if (values.path !== undefined && values.seed === undefined)
    throw new Error('--path needs the --seed it belongs to.')
  return {
    steps: wholeNumber('--steps', values.steps, 1),
    seed: values.seed === undefined ? randomInt(2 ** 30) : wholeNumber('--seed', values.seed, 0),
    path: values.path,
    dir: values.dir,
  }
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new Error(`${name} must be a whole number, at least ${least}.`)
}

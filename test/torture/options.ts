import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { wholeNumber } from '../support/whole-number.ts'
import { rounds as roundsOnFiles, roundsOnServer } from './rounds/index.ts'
import type { Round } from './rounds/round.ts'

const ROUNDS = 300
const TILLS = 8

export interface Options {
  readonly rounds: number
  readonly seed: number
  readonly seconds: number
  readonly tills: number
  readonly kinds: readonly Round[]
  readonly database: 'sqlite' | 'postgres'
  /** Of the transactions that write, on PostgreSQL. */
  readonly isolation: 'read committed' | 'serializable'
}

export const usage = `npm run torture -- [options]

  --rounds N     how many rounds (default ${ROUNDS})
  --seconds N    end after this time, whatever was done until then
  --seed N       the same choices as in another run; which request a kill meets stays chance
  --tills N      clients at a time (default ${TILLS})
  --only NAME    only rounds whose name begins so; may be repeated
  --database postgres   on a PostgreSQL server of its own, which is brought down as well
  --serializable        there, with transactions that are serializable

Rounds: ${roundsOnFiles.map(({ name }) => name).join(', ')};
on a server: ${roundsOnServer.map(({ name }) => name).join(', ')}

REQUIRE_FAULTS=1 makes it a failure where rounds have to be skipped on this machine.`

/** @throws where an option is wrong; undefined where the usage is asked for */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      tills: { type: 'string' },
      only: { type: 'string', multiple: true },
      database: { type: 'string', default: 'sqlite' },
      serializable: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const { database, only } = values
  if (database !== 'sqlite' && database !== 'postgres') throw new Error('--database is sqlite or postgres.')
  const kinds = (database === 'postgres' ? roundsOnServer : roundsOnFiles).filter(
    ({ name }) => only?.some((begin) => name.startsWith(begin)) ?? true,
  )
  if (kinds.length === 0) throw new Error(`There is no round ${only?.join(', ') ?? ''}.`)
  return {
    rounds: wholeNumber('--rounds', values.rounds) ?? (values.seconds === undefined ? ROUNDS : Infinity),
    seconds: wholeNumber('--seconds', values.seconds) ?? Infinity,
    seed: wholeNumber('--seed', values.seed) ?? randomInt(1, 2 ** 31),
    tills: wholeNumber('--tills', values.tills) ?? TILLS,
    kinds,
    database,
    isolation: values.serializable ? 'serializable' : 'read committed',
  }
}

import { parseArgs } from 'node:util'
import type { Attack } from './attack.ts'
import { attacks } from './attacks/index.ts'

export interface Options {
  readonly attacks: readonly Attack[]
  /** Of each attack. */
  readonly seconds: number
}

export const usage = `npm run load -- [options]

  --quick       three seconds for each attack
  --seconds N   how long each attack takes (default 12: longer than any time limit for headers)
  --only NAME   only attacks whose name begins so; may be repeated

Attacks: ${attacks.map(({ name }) => name).join(', ')}`

/** @throws where an option is wrong; undefined where the usage is asked for */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      only: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const seconds = Number(values.seconds ?? (values.quick ? 3 : 12))
  if (!(seconds > 0)) throw new Error('--seconds must be a positive number.')
  const { only } = values
  const chosen = only ? attacks.filter(({ name }) => only.some((begin) => name.startsWith(begin))) : attacks
  if (chosen.length === 0) throw new Error('There is no such attack.')
  return { attacks: chosen, seconds }
}

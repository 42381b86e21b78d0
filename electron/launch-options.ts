import { parseArgs } from 'node:util'
import { DEFAULT_PORT } from '../core/defaults.ts'
import { dataDirOf } from '../core/defaults.ts'

export interface LaunchOptions {
  readonly dataDir: string
  readonly port: number
}

/**
 * Reads `--data=DIR` and `--port=N` (or BACKCOUNTER_PORT); Chromium's own switches pass by.
 * @param args the arguments behind the program
 * @throws RangeError where the port is no port
 */
export function launchOptions(args: readonly string[], env: NodeJS.ProcessEnv): LaunchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { data: { type: 'string' }, port: { type: 'string' } },
    strict: false,
  })
  const port = typeof values.port === 'string' ? values.port : env['BACKCOUNTER_PORT']
  return {
    dataDir: dataDirOf(typeof values.data === 'string' ? values.data : undefined),
    port: port === undefined || port === '' ? DEFAULT_PORT : parsePort(port),
  }
}

/** @throws RangeError */
export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN
  if (!(port <= 65_535)) throw new RangeError(`"${text}" is not a port: a port is a number from 0 to 65535.`)
  return port
}

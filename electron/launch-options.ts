import { parseArgs } from 'node:util'
import { dataDirOf, DEFAULT_PORT, parsePort } from '../core/defaults.ts'

export interface LaunchOptions {
  readonly dataDir: string
  readonly port: number
}

/**
 * Reads `--data=DIR` and `--port=N` (or BACKCOUNTER_PORT); Chromium's own switches pass by.
 * @param args the arguments behind the program
 * @throws RangeError where the port is no port, or the folder has an empty name
 */
export function launchOptions(args: readonly string[], env: NodeJS.ProcessEnv): LaunchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { data: { type: 'string' }, port: { type: 'string' } },
    strict: false,
  })
  // A variable that is set to nothing is not set.
  const port = typeof values.port === 'string' ? values.port : env['BACKCOUNTER_PORT'] || undefined
  return {
    dataDir: dataDirOf(typeof values.data === 'string' ? values.data : undefined),
    port: port === undefined ? DEFAULT_PORT : parsePort(port),
  }
}

import { parseArgs } from 'node:util'
import { databaseOf, dataDirOf, DEFAULT_PORT, parsePort } from '../core/defaults.ts'

export interface LaunchOptions {
  readonly dataDir: string
  /** Where the shop is, where the start says so: `databaseOf`. */
  readonly database: string | undefined
  readonly port: number
}

/**
 * Reads `--data=DIR`, `--database=ADDRESS` (or BACKCOUNTER_DATABASE) and `--port=N` (or BACKCOUNTER_PORT); Chromium's own
 * switches pass by.
 * @param args the arguments behind the program
 * @throws RangeError where the port is no port, the address no address, or the folder has an empty name
 */
export function launchOptions(args: readonly string[], env: NodeJS.ProcessEnv): LaunchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { data: { type: 'string' }, database: { type: 'string' }, port: { type: 'string' } },
    strict: false,
  })
  // A variable that is set to nothing is not set.
  const said = (value: unknown, variable: string): string | undefined =>
    typeof value === 'string' ? value : env[variable] || undefined
  const port = said(values.port, 'BACKCOUNTER_PORT')
  const database = said(values.database, 'BACKCOUNTER_DATABASE')
  return {
    dataDir: dataDirOf(typeof values.data === 'string' ? values.data : undefined),
    database: database === undefined ? undefined : databaseOf(database),
    port: port === undefined ? DEFAULT_PORT : parsePort(port),
  }
}

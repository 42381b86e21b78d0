import { resolve } from 'node:path'
import envPaths from 'env-paths'

/** Where local programs expect the API; the desktop, the starter and the command line share it. */
export const DEFAULT_PORT = 4780

/** The desktop app's own data folder, which the command line shares: where the system keeps a user's application data. */
export const defaultDataDir = (): string => envPaths('Backcounter', { suffix: '' }).data

/** A data folder as a person names it, or the default. */
export const dataDirOf = (named: string | undefined): string =>
  named === undefined ? defaultDataDir() : resolve(named)

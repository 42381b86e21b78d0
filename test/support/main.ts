import { join } from 'node:path'
import { isBuildStale } from '../../electron/start/build-state.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The command line that a process of its own runs: as it is built, since loading the sources takes most of a start; from
 * the sources where they have changed since.
 */
export const MAIN = join(root, isBuildStale(root) ? 'core/cli/main.ts' : 'out/main/cli.js')

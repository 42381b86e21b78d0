import { join } from 'node:path'
import { isBuildStale } from '../../electron/start/build-state.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The command line that a process of its own runs: as it is built, since loading the sources takes most of a start; from
 * the sources where they have changed since.
 */
export const MAIN = join(root, isBuildStale(root) ? 'core/cli/main.ts' : 'out/main/cli.js')

/**
 * Of a process that a test starts: Node keeps what it has compiled, so that the tenth start costs a third less than the
 * first. A process that is killed keeps nothing, unless it has called `flushCompileCache`.
 */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/backcounter-test-code'),
}

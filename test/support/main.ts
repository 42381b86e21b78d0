import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuildStale } from '../../electron/start/build-state.ts'

const root = join(import.meta.dirname, '../..')
const isBuilt = !isBuildStale(root)

/**
 * The command line that a process of its own runs: as it is built, since loading the sources takes most of a start; from
 * the sources where they have changed since.
 */
export const MAIN = join(root, isBuilt ? 'out/main/cli.js' : 'core/cli/main.ts')

/** The same of the thread for long work. */
export const WORKER = pathToFileURL(join(root, isBuilt ? 'out/main/worker.js' : 'core/work/worker.ts'))

/**
 * Of a process that a test starts: Node keeps what it has compiled, so that the tenth start costs a third less than the
 * first. A process that is killed keeps nothing, unless it has called `flushCompileCache`.
 */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/backcounter-test-code'),
}

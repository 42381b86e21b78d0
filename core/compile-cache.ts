import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import envPaths from 'env-paths'

/**
 * Keeps what V8 has compiled for the next start, in the user's own cache folder: in the system's temporary one somebody
 * else of this computer could have put it there first. To be called before what is to be kept is loaded.
 */
export function keepCompiled(): void {
  enableCompileCache(join(envPaths('Backcounter', { suffix: '' }).cache, 'compiled'))
}

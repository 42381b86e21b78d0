import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { isToldHowYoung } from './begin-anew.ts'
import { userFolder } from './user-folder.ts'

/**
 * Keeps what V8 has compiled for the next start, in the user's own cache folder: in the system's temporary one somebody
 * else of this computer could have put it there first. To be called before what is to be kept is loaded.
 *
 * V8 refuses what it has compiled when it was told something else: what stays and what ends would compile for each other in vain.
 */
export function keepCompiled(): void {
  enableCompileCache(join(userFolder('cache'), 'compiled', isToldHowYoung() ? 'core' : 'commands'))
}

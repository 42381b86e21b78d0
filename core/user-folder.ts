import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import envPaths from 'env-paths'

/**
 * Where the system keeps a user's files of this program. What the environment names by no whole path (`HOME=`) is in the user's home:
 * the folder that a program is started in is another one each time.
 */
export function userFolder(kind: 'data' | 'cache'): string {
  const { [kind]: folder } = envPaths('Backcounter', { suffix: '' })
  return isAbsolute(folder) ? folder : join(userInfo().homedir, folder)
}

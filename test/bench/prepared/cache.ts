import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import envPaths from 'env-paths'

/** Where data are kept that take long to make, from run to run. It may be deleted at any time. */
const CACHE_DIR = join(envPaths('backcounter', { suffix: '' }).cache, 'bench')

export const isPrepared = (name: string): boolean => existsSync(join(CACHE_DIR, name))

/**
 * The folder of a data set, made where it is missing; an interrupted making leaves none.
 * @param make fills the folder that it is given
 */
export async function prepared(name: string, make: (dir: string) => Promise<unknown>): Promise<string> {
  const dir = join(CACHE_DIR, name)
  if (!isPrepared(name)) {
    const part = `${dir}.part`
    rmSync(part, { recursive: true, force: true })
    mkdirSync(part, { recursive: true })
    const start = performance.now()
    console.error(`Making ${dir}, once …`)
    await make(part)
    renameSync(part, dir)
    console.error(`Made in ${Math.round((performance.now() - start) / 1000)} s.`)
  }
  return dir
}

import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommerceError, fault, said } from '../kernel/errors.ts'
import { isDiskFull } from './error-codes.ts'
import { hold, isLocked } from './sqlite/safekeeping/instance-lock.ts'

const PREFIX = 'backcounter-files-'
const LOCK = 'lock'
/** Milliseconds, and more than it takes to lock a folder that was just made. */
const FRESH = 60_000

/** A folder for files that hold what the shop holds, and are of no use behind the work that they are for. */
export interface ScratchFolder {
  readonly path: string
  /** Removes it with all that is in it. Where its disk does not let it, whoever makes the next one does. */
  remove(): Promise<void>
}

/**
 * Makes one in the system's temporary folder, which only this user may enter. It is locked, as a data folder is: the system
 * lets go of it however the process ends, and whoever makes the next one removes those that nobody holds.
 * @throws CommerceError ServiceUnavailable where nothing can be written to the system's temporary folder
 */
export async function makeScratchFolder(): Promise<ScratchFolder> {
  await removeLeftScratch()
  const path = await mkdtemp(join(tmpdir(), PREFIX)).catch((error: unknown) => {
    if (isDiskFull(error)) throw error
    throw new CommerceError('ServiceUnavailable', 'disk.temporary', [
      fault(
        'disk.temporary',
        said`Nothing can be written to the folder for temporary files, ${{ folder: tmpdir() }}, so this could not be done. Please have it looked at.`,
      ),
    ])
  })
  const remove = async () => rm(path, { recursive: true, force: true }).catch(() => undefined)
  try {
    const lock = hold(join(path, LOCK))
    return {
      path,
      remove: async () => {
        lock.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Removes the folders of processes that were ended in the middle. */
export async function removeLeftScratch(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const path = join(tmpdir(), name)
    try {
      if (await isLeft(path)) await rm(path, { recursive: true, force: true })
    } catch {
      // Somebody else was a moment earlier, or it cannot be removed: whoever makes the next one tries again.
    }
  }
}

async function isLeft(path: string): Promise<boolean> {
  const found = await lstat(path)
  // What is another user's is theirs to remove, and a link leads to what is none of ours.
  if (!found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return false
  return Date.now() - found.mtimeMs > FRESH && !isLocked(join(path, LOCK))
}

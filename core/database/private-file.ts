import {
  chmodSync,
  closeSync,
  constants,
  fchownSync,
  mkdirSync,
  openSync,
  statSync,
  type PathLike,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a file that only its owner may read, before anything is written to it; one that is there is closed to others. SQLite
 * gives what it puts beside a file the same mode and owner. On Windows the folder's access list decides, and this changes nothing.
 * @param like the folder or file whose owner it is given to where root makes it; null leaves it root's
 */
export function makePrivate(path: string, like: string | null = dirname(path)): void {
  try {
    // Never opened where it is there: closing it would let go of the locks that this process has on it.
    const descriptor = openSync(path, 'wx', 0o600)
    try {
      if (like !== null) giveToOwner(descriptor, like)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    closeToOthers(path)
  }
}

/** The same of a folder, which is its parent's owner's. */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    closeToOthers(path)
    return
  }
  if (!isRoot()) return
  const descriptor = openSync(path, constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    giveToOwner(descriptor, dirname(path))
  } finally {
    closeSync(descriptor)
  }
}

const isRoot = (): boolean => process.geteuid?.() === 0

/** Whether two files or folders have the same owner. */
export const haveOneOwner = (one: PathLike, other: PathLike): boolean =>
  statSync(one).uid === statSync(other).uid

/** What root makes for a shop would lock its owner out. */
function giveToOwner(descriptor: number, like: string): void {
  if (!isRoot()) return
  const { gid, uid } = statSync(like)
  whereAllowed(() => fchownSync(descriptor, uid, gid))
}

/** What only its owner may read stays as it is, and so does what is neither file nor folder. */
function closeToOthers(path: string): void {
  const found = statSync(path)
  if (!(found.isFile() || found.isDirectory()) || (found.mode & 0o077) === 0) return
  whereAllowed(() => chmodSync(path, found.mode & 0o700))
}

/**
 * Where the disk knows no rights, as sticks do not, or is only read, or it is somebody else's, it stays as it is: each file of ours
 * is its owner's alone.
 */
function whereAllowed(change: () => void): void {
  try {
    change()
  } catch (error) {
    // The last is of an owner whom a container does not know.
    const codes = ['EPERM', 'ENOTSUP', 'EROFS', 'EINVAL']
    if (!codes.includes(String((error as NodeJS.ErrnoException).code))) throw error
  }
}

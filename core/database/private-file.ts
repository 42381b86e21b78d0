import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/**
 * Makes a file that only its owner may read, before anything is written to it; one that is there becomes so. SQLite
 * gives what it puts beside a file the same mode. On Windows the folder's access list decides, and this changes nothing.
 */
export function makePrivate(path: string): void {
  try {
    // Never opened where it is there: closing it would let go of the locks that this process has on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (statSync(path).isFile()) chmodSync(path, 0o600)
  }
}

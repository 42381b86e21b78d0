import { statSync } from 'node:fs'
import { unlessJustSeen } from './just-seen.ts'

/** The file that is open is not at its place any more. SQLite looks for that only where it keeps no log beside the file. */
export class FileGone extends Error {
  override readonly name = 'FileGone'
  readonly code = 'FILE_GONE'

  constructor(path: string) {
    super(`${path} is not where it was.`)
  }
}

/**
 * Notes which file is at a place.
 * @returns what finds out whether it still is, unless it has looked a moment ago; what is written to one that nobody finds
 *   again is lost
 * @throws FileGone from what is returned
 */
export function watchPlace(path: string): () => void {
  // Windows lets nobody take away what is open.
  if (process.platform === 'win32') return () => undefined
  const before = fileAt(path)
  return unlessJustSeen(() => {
    if (fileAt(path) !== before) throw new FileGone(path)
  })
}

/** What tells a file from all others; undefined where there is none. */
function fileAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

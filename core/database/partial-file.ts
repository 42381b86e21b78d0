import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** With what SQLite puts beside it. */
const PARTIAL = /^(.+)\.(\d+)\.partial(?:-journal|-wal|-shm)?$/

/** What a file is called until it is whole: another process may be writing to the same place. */
export const partialOf = (path: string): string => `${path}.${process.pid}.partial`

/**
 * Removes what processes that were ended in the middle have left of files in a folder; one that lives may still be at it.
 * @throws the system's error
 */
export function removePartials(dir: string, isMeant: (name: string) => boolean): void {
  for (const name of readdirSync(dir)) {
    const [, whole, pid] = PARTIAL.exec(name) ?? []
    if (whole !== undefined && isMeant(whole) && !isRunning(Number(pid)))
      rmSync(join(dir, name), { force: true })
  }
}

/** The same of one file. Where that is not allowed, it is no reason not to write it. */
export function removePartialsOf(path: string): void {
  try {
    removePartials(dirname(path), (name) => name === basename(path))
  } catch {
    // A folder in which this user may write, and not look around.
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

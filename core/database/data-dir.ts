import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a data folder where there is none, for its owner only, and the folders above it.
 * @throws the system's error where it cannot be made
 */
export function makeDataDir(dataDir: string): void {
  if (existsSync(dataDir)) return
  // One by one: where the system makes no folders at all (`/proc`), Node's own recursion never ends.
  const parent = dirname(dataDir)
  if (parent !== dataDir) makeDataDir(parent)
  try {
    mkdirSync(dataDir, { mode: 0o700 })
  } catch (error) {
    // Somebody else was a moment earlier.
    if (!existsSync(dataDir)) throw error
  }
}

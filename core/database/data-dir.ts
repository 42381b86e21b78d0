import { existsSync, mkdirSync } from 'node:fs'

/** Makes a data folder where there is none, for its owner only. */
export function makeDataDir(dataDir: string): void {
  if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
}

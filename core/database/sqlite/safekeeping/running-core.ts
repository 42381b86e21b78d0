import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningCore } from '../../safekeeping.ts'
import { isHeld } from './instance-lock.ts'
import { makePrivate } from '../../private-file.ts'

const fileOf = (dataDir: string): string => join(dataDir, 'backcounter.running.json')

/**
 * Notes beside the data where its core is, for commands that lead there.
 * @returns the function that takes the note away
 */
export function noteRunningCore(dataDir: string, { api, hasConsole, shop }: RunningCore): () => void {
  const file = fileOf(dataDir)
  makePrivate(file)
  writeFileSync(file, JSON.stringify({ api, hasConsole, shop }))
  return () => {
    try {
      rmSync(file, { force: true })
    } catch {
      // Without the lock it says nothing.
    }
  }
}

/** The core that has a data folder open and listens; undefined where none does. One that was cut off leaves its note, not its lock. */
export function findRunningCore(dataDir: string): RunningCore | undefined {
  const note = read(fileOf(dataDir))
  return note === undefined || !isHeld(dataDir) ? undefined : (JSON.parse(note) as RunningCore)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

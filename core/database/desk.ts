import { makeDataDir } from './data-dir.ts'
import type { Engine } from './engine.ts'
import { asOpenError } from './open-error.ts'
import { holdInstanceLock } from './sqlite/safekeeping/instance-lock.ts'
import { noteRunningCore } from './sqlite/safekeeping/running-core.ts'

/**
 * Opens a storage that is elsewhere for the one core of a desk's folder, which holds its log and the note of where it is.
 * @throws DatabaseOpenError `busy` where another core has the folder
 */
export async function asDesk(deskDir: string, open: () => Promise<Engine>): Promise<Engine> {
  const release = await asOpenError(deskDir, async () => {
    makeDataDir(deskDir)
    return holdInstanceLock(deskDir)
  })
  try {
    const engine = await open()
    return {
      ...engine,
      deskDir,
      noteRunningCore: (core) => noteRunningCore(deskDir, core),
      close: async () => engine.close().finally(release),
    }
  } catch (error) {
    release()
    throw error
  }
}

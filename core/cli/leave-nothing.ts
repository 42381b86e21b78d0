import { removeDatabase } from '../database/sqlite/safekeeping/copy-database.ts'
import { partialOf } from '../database/partial-file.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Writes a file by its partial name; whoever ends this process meanwhile, with Ctrl+C or a SIGTERM, finds nothing left of it:
 * it would hold as much as the whole one, and the next command to the same place may never come.
 * @param path of the file
 */
export async function leaveNothingOf<T>(path: string, write: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals): void => {
    goOn()
    try {
      removeDatabase(partialOf(path))
    } finally {
      // As without this: whoever waits is told by what it has ended.
      process.kill(process.pid, signal)
    }
  }
  const goOn = (): void => SIGNALS.forEach((signal) => process.off(signal, end))
  for (const signal of SIGNALS) process.on(signal, end)
  try {
    return await write()
  } finally {
    goOn()
  }
}

import type { Logger } from 'pino'
import { openLog } from '../core/http/logging.ts'

/** Where this process writes down what goes wrong outside of a request. */
export interface Log {
  /** From here on it is kept in the data folder's log too. */
  keepIn(dataDir: string): void
  /** Never throws: a disk that is full is no reason to fail once more. */
  error(error: unknown, text: string): void
}

/** A log to standard error, whose last line `npm start` repeats, and to the file beside the data once that is known. */
export function createLog(): Log {
  let folder: string | undefined
  let file: Logger | undefined
  // A terminal that is gone is no failure of the shop's.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return {
    keepIn: (dataDir) => {
      folder = dataDir
    },
    error: (error, text) => {
      process.stderr.write(`${text} ${messageOf(error)}\n`)
      if (folder === undefined) return
      try {
        file ??= openLog(folder)
        file.error({ err: error }, text)
      } catch {
        // Standard error has it.
      }
    },
  }
}

/** What a person reads of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

import { join } from 'node:path'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { destination, pino, type Logger } from 'pino'
import { makePrivate } from '../database/private-file.ts'

/** true for the console, or options of pino; left out, nothing is logged. */
export type LoggerChoice = boolean | Exclude<FastifyServerOptions['logger'], boolean | undefined>

/** What goes wrong is kept beside the data: a window has no terminal, and a terminal is closed. */
export const logBeside = (dataDir: string): LoggerChoice => ({ level: 'warn', file: logOf(dataDir) })

/** The same log for what goes wrong around a core: what it is given is in the file at once, for the process may end. */
export const openLog = (dataDir: string): Logger => pino({ level: 'warn' }, logFile(logOf(dataDir), true))

const logOf = (dataDir: string): string => join(dataDir, 'backcounter.log')

/** So much is kept for a file that cannot be written, in bytes; what comes on top is not logged. */
const MOST_UNWRITTEN = 1_000_000

/**
 * Requests are logged by method and path: a query may hold a launch code or a name, headers hold tokens. A log
 * that is a file is its owner's only.
 */
export function loggerOptions(choice: LoggerChoice | undefined): FastifyServerOptions['logger'] {
  if (choice === undefined || choice === false) return false
  const { file, ...options } = choice === true ? {} : choice
  return {
    ...options,
    ...(file !== undefined && { stream: logFile(file) }),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?', 1)[0] }),
    },
  }
}

function logFile(path: string, sync = false) {
  makePrivate(path)
  const file = destination({ dest: path, maxLength: MOST_UNWRITTEN, sync })
  // On a full disk there is nothing to log to; that must not end the core, which goes on when there is room again.
  file.on('error', () => undefined)
  return file
}

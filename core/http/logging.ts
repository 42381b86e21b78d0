import { join } from 'node:path'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { makePrivate } from '../database/private-file.ts'

/** true for the console, or options of pino; left out, nothing is logged. */
export type LoggerChoice = boolean | Exclude<FastifyServerOptions['logger'], boolean | undefined>

/** What goes wrong is kept beside the data: a window has no terminal, and a terminal is closed. */
export const logBeside = (dataDir: string): LoggerChoice => ({
  level: 'warn',
  file: join(dataDir, 'backcounter.log'),
})

/**
 * Requests are logged by method and path: a query may hold a launch code or a name, headers hold tokens. A log
 * that is a file is its owner's only.
 */
export function loggerOptions(choice: LoggerChoice | undefined): FastifyServerOptions['logger'] {
  if (choice === undefined || choice === false) return false
  if (choice !== true && choice.file !== undefined) makePrivate(choice.file)
  return {
    ...(choice === true ? {} : choice),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?', 1)[0] }),
    },
  }
}

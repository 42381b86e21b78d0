import { copyFileSync, openSync, statSync, truncateSync } from 'node:fs'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { destination, pino, type Logger } from 'pino'
import { logFileOf } from '../database/data-files.ts'
import { makePrivate } from '../database/private-file.ts'
import { askedMethod } from './head.ts'
import { notedAddress } from './noted-address.ts'

/** true for the console, or options of pino; left out, nothing is logged. */
export type LoggerChoice = boolean | Exclude<FastifyServerOptions['logger'], boolean | undefined>

/** What goes wrong is kept beside the data: a window has no terminal, and a terminal is closed. */
export const logBeside = (dataDir: string): LoggerChoice => ({ level: 'warn', file: logFileOf(dataDir) })

/** The same log for what goes wrong around a core: what it is given is in the file at once, for the process may end. */
export const openLog = (dataDir: string): Logger => pino({ level: 'warn' }, logFile(logFileOf(dataDir), true))

/** So much is kept for a file that cannot be written, in bytes; what comes on top is not logged. */
const MOST_UNWRITTEN = 1_000_000

/** How large a log becomes, in bytes, and after how much more it is looked at. */
const MOST_LOGGED = 5_000_000
const LOOK_EVERY = 100_000

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
      req: (request: FastifyRequest) => ({
        method: askedMethod(request.raw),
        path: notedAddress(request).split('?', 1)[0],
      }),
    },
  }
}

function logFile(path: string, sync = false) {
  makePrivate(path)
  bound(path)
  const file = destination({ dest: opened(path), maxLength: MOST_UNWRITTEN, sync })
  let sinceLook = 0
  file.on('write', (bytes: number) => {
    sinceLook += bytes
    if (sinceLook < LOOK_EVERY) return
    sinceLook = 0
    bound(path)
  })
  // On a full disk there is nothing to log to; that must not end the core, which goes on when there is room again.
  file.on('error', () => undefined)
  return file
}

/**
 * Opened at once: what a process that ends has not written yet is written as it ends, which fails where the file is still
 * being opened then. One that cannot be opened is told by the log itself.
 */
function opened(path: string): number | string {
  try {
    return openSync(path, 'a')
  } catch {
    return path
  }
}

/**
 * Begins a log that has become large anew; what it held is kept beside it until the next time. The file stays the same
 * one, so that whoever has it open writes on at its beginning.
 */
function bound(path: string): void {
  try {
    if (statSync(path).size < MOST_LOGGED) return
    try {
      const kept = `${path}.1`
      makePrivate(kept)
      copyFileSync(path, kept)
    } catch {
      // Where there is no room for what was, what comes is worth more.
    }
    truncateSync(path)
  } catch {
    // A log that is no plain file has no length of ours.
  }
}

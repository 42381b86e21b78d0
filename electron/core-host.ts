import { setTimeout as pause } from 'node:timers/promises'
import { newestGoodBackup, type GoodBackup } from '../core/database/sqlite/safekeeping/backups.ts'
import type { Desk } from '../core/database/desk-settings.ts'
import { DatabaseOpenError } from '../core/database/open-error.ts'
import { restore } from '../core/database/sqlite/safekeeping/restore.ts'
import { databaseFile } from '../core/database/data-files.ts'
import { isThere, openDesk } from '../core/engines.ts'
import { logBeside } from '../core/http/logging.ts'
import { openCore, type Core } from '../core/index.ts'
import { systemClock } from '../core/kernel/clock.ts'
import { CARRIED } from '../core/data/carried.ts'
import { isPortTaken } from '../core/http/port-taken.ts'
import type { Shutdown } from './shutdown.ts'

/** How often it is looked whether a server that was away is there, in milliseconds. */
const LOOKING = 3000

export interface CoreHostOptions extends Desk {
  /** The built console, or undefined while Vite serves it. */
  readonly consoleDir: string | undefined
  /** Where local programs reach the core on 127.0.0.1; 0 takes a free port. */
  readonly port: number
  /** Closes the core when the app ends, however that comes about. */
  readonly shutdown: Shutdown
}

/** What the person at the desk decides when the core cannot start as it should. */
export interface StartupQuestions {
  /**
   * @param backup the newest good one, where the file is damaged and there is one: only then may the answer be `restore`
   * @param over the question is over: what it was about has passed, and nobody waits for the answer
   */
  databaseFailed(
    error: DatabaseOpenError,
    backup: GoodBackup | undefined,
    over: AbortSignal,
  ): Promise<'restore' | 'retry' | 'quit'>
  portTaken(port: number): Promise<'retry' | 'continue' | 'quit'>
}

export interface CoreHost {
  readonly core: Core
  /** Where local programs reach it, such as `http://127.0.0.1:4780`; undefined where it answers the window only. */
  readonly origin: string | undefined
}

/**
 * Opens the core in this process and listens for local programs.
 * @returns undefined where the person chose to quit, or the app's end has begun in the meantime
 */
export async function openCoreHost(
  options: CoreHostOptions,
  ask: StartupQuestions,
): Promise<CoreHost | undefined> {
  const core = await openOrAsk(options, ask)
  if (!core || options.shutdown.hasBegun()) return undefined
  const listening = await listenOrAsk(core, options, ask)
  return listening && { core, ...listening }
}

async function openOrAsk(options: CoreHostOptions, ask: StartupQuestions): Promise<Core | undefined> {
  const { dataDir, consoleDir, database, keeper, shutdown } = options
  const desk = { dataDir, database, keeper }
  const open = async (chosen: GoodBackup | undefined): Promise<Core> => {
    // What it replaces is kept beside it.
    if (chosen) await restore(dataDir, chosen.file, systemClock(), CARRIED)
    const engine = await openDesk(desk)
    return openCore({ engine, consoleDir, keeper, logger: logBeside(dataDir) })
  }
  let chosen: GoodBackup | undefined
  while (!shutdown.hasBegun()) {
    try {
      return await shutdown.hold(open(chosen))
    } catch (error) {
      if (!(error instanceof DatabaseOpenError)) throw error
      if (shutdown.hasBegun()) return undefined
      // What is damaged may be a server's, which nothing in the folder repairs.
      const isOfFile = error.code === 'damaged' && error.file === databaseFile(dataDir)
      const backup = isOfFile ? await newestGoodBackup(dataDir) : undefined
      const over = new AbortController()
      const asking = ask.databaseFailed(error, backup, over.signal)
      const answer = await (
        error.mayPass ? Promise.race([asking, whenThere(desk, over.signal)]) : asking
      ).finally(() => over.abort())
      if (answer === 'quit') return undefined
      chosen = answer === 'restore' ? backup : undefined
    }
  }
  return undefined
}

/** @returns `retry` once the server is there, which is what a person would say then */
async function whenThere(desk: Desk, over: AbortSignal): Promise<'retry'> {
  do await pause(LOOKING, undefined, { signal: over }).catch(() => undefined)
  while (!over.aborted && !(await isThere(desk)))
  return 'retry'
}

async function listenOrAsk(
  core: Core,
  { port, shutdown }: CoreHostOptions,
  ask: StartupQuestions,
): Promise<Pick<CoreHost, 'origin'> | undefined> {
  while (!shutdown.hasBegun()) {
    try {
      return { origin: await core.listen(port) }
    } catch (error) {
      if (!isPortTaken(error)) throw error
      const answer = await ask.portTaken(port)
      if (answer === 'continue') return { origin: undefined }
      if (answer === 'quit') return undefined
    }
  }
  return undefined
}

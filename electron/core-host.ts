import { newestGoodBackup, type GoodBackup } from '../core/database/backups.ts'
import { DatabaseOpenError } from '../core/database/open-error.ts'
import { restore } from '../core/database/restore.ts'
import type { SecretKeeper } from '../core/database/secret-keeper.ts'
import { logBeside } from '../core/http/logging.ts'
import { openCore, type Core } from '../core/index.ts'
import { systemClock } from '../core/kernel/clock.ts'
import { isPortTaken } from './port-taken.ts'

export interface CoreHostOptions {
  readonly dataDir: string
  /** The built console, or undefined while Vite serves it. */
  readonly consoleDir: string | undefined
  /** Where local programs reach the core on 127.0.0.1; 0 takes a free port. */
  readonly port: number
  /** The system's key store, where there is one. */
  readonly keeper: SecretKeeper
}

/** What the person at the desk decides when the core cannot start as it should. */
export interface StartupQuestions {
  /** @param backup the newest good one, where the file is damaged and there is one: only then may the answer be `restore` */
  databaseFailed(
    error: DatabaseOpenError,
    backup: GoodBackup | undefined,
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
 * @returns undefined where the person chose to quit; nothing is left open then
 */
export async function openCoreHost(
  options: CoreHostOptions,
  ask: StartupQuestions,
): Promise<CoreHost | undefined> {
  const core = await openOrAsk(options, ask)
  if (!core) return undefined
  try {
    const listening = await listenOrAsk(core, options.port, ask)
    if (listening) return { core, ...listening }
  } catch (error) {
    await core.close()
    throw error
  }
  await core.close()
  return undefined
}

async function openOrAsk(options: CoreHostOptions, ask: StartupQuestions): Promise<Core | undefined> {
  const { dataDir, consoleDir } = options
  let chosen: GoodBackup | undefined
  for (;;) {
    try {
      // What it replaces is kept beside it.
      if (chosen) await restore(dataDir, chosen.file, systemClock())
      return await openCore({ dataDir, consoleDir, keeper: options.keeper, logger: logBeside(dataDir) })
    } catch (error) {
      if (!(error instanceof DatabaseOpenError)) throw error
      const backup = error.code === 'damaged' ? await newestGoodBackup(dataDir) : undefined
      const answer = await ask.databaseFailed(error, backup)
      if (answer === 'quit') return undefined
      chosen = answer === 'restore' ? backup : undefined
    }
  }
}

async function listenOrAsk(
  core: Core,
  port: number,
  ask: StartupQuestions,
): Promise<Pick<CoreHost, 'origin'> | undefined> {
  for (;;) {
    try {
      return { origin: await core.listen(port) }
    } catch (error) {
      if (!isPortTaken(error)) throw error
      const answer = await ask.portTaken(port)
      if (answer === 'continue') return { origin: undefined }
      if (answer === 'quit') return undefined
    }
  }
}

import { join } from 'node:path'
import { DatabaseOpenError } from '../core/database/open-error.ts'
import type { SecretKeeper } from '../core/database/secret-keeper.ts'
import { openCore, type Core } from '../core/index.ts'

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
  databaseFailed(error: DatabaseOpenError): Promise<'retry' | 'quit'>
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
  for (;;) {
    try {
      return await openCore({
        dataDir: options.dataDir,
        consoleDir: options.consoleDir,
        keeper: options.keeper,
        logger: logBeside(options.dataDir),
      })
    } catch (error) {
      if (!(error instanceof DatabaseOpenError)) throw error
      if ((await ask.databaseFailed(error)) === 'quit') return undefined
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

/** What goes wrong is kept beside the data: a window has no terminal, and a terminal is closed. */
export const logBeside = (dataDir: string) => ({ level: 'warn', file: join(dataDir, 'backcounter.log') })

/** Whether `listen` failed because the port belongs to another program, or may not be used by this user. */
export const isPortTaken = (error: unknown): boolean =>
  ['EADDRINUSE', 'EACCES'].includes(String((error as NodeJS.ErrnoException).code))

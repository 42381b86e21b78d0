import { app } from 'electron'
import type { Core } from '../core/index.ts'
import type { Log } from './log.ts'

/** How long requests under way may take to finish, and a core to open that is to be closed again; in milliseconds. */
const GRACE = 5000

/** The one way to the app's end: the core is closed, then the process ends. */
export interface Shutdown {
  /** Whether the end has begun: nothing is opened from then on. */
  hasBegun(): boolean
  /** A core that is being opened: the end waits for it and closes it. */
  hold(opening: Promise<Core>): Promise<Core>
  /**
   * Closes the core and ends the process. Called again it adds nothing but its code, where that is worse.
   * @param code of the process, 0 where all is well
   * @param farewell what is to be told once everything is closed
   */
  end(code: number, farewell?: () => void): void
}

/** Holds every end of the app, the person's or the system's, until the core has finished its requests and closed its database. */
export function createShutdown(log: Log): Shutdown {
  let held: Promise<Core | undefined> = Promise.resolve(undefined)
  let hasBegun = false
  let exitCode = 0

  const end = async (farewell: () => void): Promise<void> => {
    try {
      await within(GRACE, async () => (await held)?.close())
    } catch (error) {
      exitCode = 1
      log.error(error, 'The core was not closed in order.')
    }
    try {
      farewell()
    } catch (error) {
      log.error(error, 'The last dialog was not shown.')
    }
    app.exit(exitCode)
  }

  const shutdown: Shutdown = {
    hasBegun: () => hasBegun,
    hold: async (opening) => {
      // One that does not open leaves nothing to close.
      held = opening.catch(() => undefined)
      return opening
    },
    end: (code, farewell = () => undefined) => {
      exitCode = Math.max(exitCode, code)
      if (hasBegun) return
      hasBegun = true
      void end(farewell)
    },
  }
  app.on('will-quit', (event) => {
    event.preventDefault()
    shutdown.end(0)
  })
  return shutdown
}

async function within(time: number, work: () => Promise<unknown>): Promise<void> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`It took longer than ${time} ms.`)), time)
  await Promise.race([work(), tooLong]).finally(() => clearTimeout(timer))
}

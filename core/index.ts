import type { FastifyInstance } from 'fastify'
import { sweepAccessTokens, sweepCodes, sweepRefreshTokens } from './access/access.repository.ts'
import { createLaunchCode } from './access/console-access.ts'
import { buildApp, type AppConfig } from './app.ts'
import { watchCondition } from './database/condition.ts'
import { hasLog } from './database/data-files.ts'
import { read, transact } from './database/database.ts'
import { holdInstanceLock } from './database/instance-lock.ts'
import { keepSafe, type Looks } from './database/keep-safe.ts'
import { noteRunningCore } from './database/running-core.ts'
import { openDatabase } from './database/open-database.ts'
import { asOpenError } from './database/open-error.ts'
import { plainKeeper, type SecretKeeper } from './database/secret-keeper.ts'
import { cursorKey } from './database/settings.ts'
import { requireUnsuspected } from './database/suspicion.ts'
import { systemClock, type Clock } from './kernel/clock.ts'
import { createEventBus } from './kernel/event-bus.ts'
import { isConsoleBuilt } from './http/console-files.ts'
import type { Services } from './http/routes.ts'
import { createLongWork } from './long-work.ts'
import { sweepKeys } from './operations/idempotency.ts'
import { sweepOften } from './operations/sweep.ts'
import { createSetup } from './setup/setup.ts'
import { findFirstStore, findStoreByCode } from './stores/store.repository.ts'

/**
 * Connections that wait to be accepted; where there are more, systems let a newcomer wait for a whole second. Fewer than
 * are kept, so that whoever has been accepted is also heard.
 */
const BACKLOG = 2048

/** What is kept for a while only. */
const sweeps = [sweepKeys, sweepAccessTokens, sweepRefreshTokens, sweepCodes]

export interface CoreConfig extends AppConfig {
  /** The folder that holds the database; made where it does not exist. */
  readonly dataDir: string
  readonly clock?: Clock | undefined
  /** Keeps the secrets of the file; left out, they are in it as they are. */
  readonly keeper?: SecretKeeper | undefined
  /** When it is looked whether a backup is due, or something old to be deleted. */
  readonly looks?: Looks | undefined
}

/** The commerce core of one data folder. */
export interface Core {
  /** Never listens by itself: `app.inject()` reaches it in process. */
  readonly app: FastifyInstance
  /**
   * The console's address for one start of it: `/?launch=CODE` opens a store (the first, or the one named by its
   * code), `/?setup=CODE` makes one where there is none. A code works once.
   * @throws DatabaseOpenError where the code cannot be kept, such as `busy` while another program writes
   */
  consolePath(storeCode?: string): Promise<string>
  /** Whether the console is built, and so served where the core listens. */
  readonly hasConsole: boolean
  /**
   * Answers local programs and browsers on 127.0.0.1; port 0 takes a free one.
   * @returns the origin, such as `http://127.0.0.1:4780`
   * @throws with the code EADDRINUSE where the port is taken
   */
  listen(port: number): Promise<string>
  /** Takes no new requests, finishes those under way, and closes the database. */
  close(): Promise<void>
}

/**
 * Opens the core on a data folder, which no other core may have open at the same time.
 * @throws DatabaseOpenError
 */
export async function openCore(config: CoreConfig): Promise<Core> {
  const clock = config.clock ?? systemClock
  const { dataDir } = config
  const closing: (() => unknown)[] = [await holdInstanceLock(dataDir)]
  try {
    await requireUnsuspected(dataDir)
    const wasCutOff = hasLog(dataDir)
    const database = await openDatabase(dataDir)
    closing.push(() => database.close())
    const condition = watchCondition(dataDir)
    const work = createLongWork()
    closing.push(() => work.close())
    // A listener is ours and only passes text on: what it throws is a bug, to be seen as one.
    const events: Services['events'] = createEventBus((error) =>
      app.log.error({ err: error }, 'event not delivered'),
    )
    const services = {
      database,
      condition,
      clock,
      cursorKey: await asOpenError(database.file, async () =>
        cursorKey(database, config.keeper ?? plainKeeper),
      ),
      events,
    }
    const setup = createSetup(services, async () => work.run('seedFirst', { dataDir, now: clock() }))
    const app = await buildApp(services, setup, config)
    const hasConsole = config.consoleDir !== undefined && isConsoleBuilt(config.consoleDir)
    closing.push(() => app.close())
    closing.push(
      keepSafe({
        dataDir,
        clock,
        condition,
        log: app.log,
        wasCutOff,
        looks: config.looks,
        work: {
          checkPages: async () => work.run('checkPages', { dataDir }),
          addBackup: async (now) => work.run('addBackup', { dataDir, now }),
        },
      }),
    )
    closing.push(sweepOften(services, app.log, sweeps, config.looks))
    return {
      app,
      consolePath: async (storeCode) =>
        asOpenError(database.file, async () => {
          const store = await read(database, async (db) =>
            storeCode === undefined ? findFirstStore(db) : findStoreByCode(db, storeCode),
          )
          if (!store) return `/?setup=${setup.code()}`
          const code = await transact(database, async (db) => createLaunchCode(db, clock(), store.id))
          return `/?launch=${code}`
        }),
      hasConsole,
      listen: async (port) => {
        const api = await app.listen({ host: '127.0.0.1', port, backlog: BACKLOG })
        try {
          closing.push(noteRunningCore(dataDir, { api, hasConsole }))
        } catch (error) {
          // Whoever knows the address gets along without the note.
          app.log.warn({ err: error }, 'where the core is could not be noted')
        }
        return api
      },
      close: async () => closeAll(closing),
    }
  } catch (error) {
    await closeAll(closing)
    throw error
  }
}

/** The last opened is closed first; what cannot be closed keeps nothing else open. @throws what failed first */
async function closeAll(closing: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const close of closing.toReversed()) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

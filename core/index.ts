import type { FastifyInstance } from 'fastify'
import { keepUses } from './access/client-uses.ts'
import { createLaunchCode } from './access/console-access.ts'
import { buildApp, type AppConfig } from './app.ts'
import { HOURLY, type Looks } from './database/safekeeping.ts'
import type { Engine } from './database/engine.ts'
import { asOpenError } from './database/open-error.ts'
import { removeLeftScratch } from './database/scratch-folder.ts'
import { plainKeeper, type SecretKeeper } from './database/secret-keeper.ts'
import { cursorKey, keeperOf } from './database/settings.ts'
import { drawerOf } from './drawer/drawer.ts'
import { openForCash } from './drawer/open-for-cash.ts'
import { isOfDesk } from './kernel/change.ts'
import { systemClock, type Clock } from './kernel/clock.ts'
import { createEventBus } from './kernel/event-bus.ts'
import { isConsoleBuilt } from './http/console-files.ts'
import { RequestLog } from './http/request-log.ts'
import type { Services } from './http/routes.ts'
import { createLongWork } from './work/long-work.ts'
import { lookOften } from './operations/look-often.ts'
import { sweepOften } from './operations/sweep.ts'
import { sendQueued } from './receipt-emails/send-queued.ts'
import { rooms } from './rooms.ts'
import { createSetup } from './setup/setup.ts'
import { indexOften } from './transfer/index-often.ts'
import { findFirstStore, findStoreByCode } from './stores/store.repository.ts'

/**
 * Connections that wait to be accepted; where there are more, systems let a newcomer wait for a whole second. Fewer than
 * are kept, so that whoever has been accepted is also heard.
 */
const BACKLOG = 2048

/** What is kept for a while only. */
const sweeps = rooms.flatMap((room) => room.sweeps ?? [])

export interface CoreConfig extends AppConfig {
  /** The storage, which is the core's from now on: whatever becomes of the core closes it. */
  readonly engine: Engine
  readonly clock?: Clock | undefined
  /** Keeps the secrets of the file; left out, they are in it as they are. */
  readonly keeper?: SecretKeeper | undefined
  /** When it is looked whether a backup is due, or something old to be deleted. */
  readonly looks?: Looks | undefined
}

/** The commerce core of one storage. */
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
 * Opens the core on a storage.
 * @throws DatabaseOpenError
 */
export async function openCore(config: CoreConfig): Promise<Core> {
  const clock = config.clock ?? systemClock
  const { engine, looks } = config
  const { safekeeping } = engine
  const closing: (() => unknown)[] = [() => engine.close()]
  try {
    const work = createLongWork()
    closing.push(() => work.close())
    // A listener is ours and only passes text on: what it throws is a bug, to be seen as one.
    const events: Services['events'] = createEventBus((error) =>
      app.log.error({ err: error }, 'event not delivered'),
    )
    if (engine.changes)
      events.subscribe((change) => {
        if (!isOfDesk(change)) engine.changes?.send(change)
      })
    const drawer = drawerOf(engine.deskDir, clock)
    openForCash(drawer, events, (error) => app.log.warn({ err: error }, 'the drawer did not open'))
    const services = {
      database: engine,
      condition: engine.condition,
      clock,
      cursorKey: await asOpenError(engine.name, async () => cursorKey(engine, config.keeper ?? plainKeeper)),
      events,
      requests: new RequestLog(),
      drawer,
      keeper: keeperOf(engine, config.keeper ?? plainKeeper),
    }
    // Of backups, which only a storage in a folder has.
    const dataDir = safekeeping?.dataDir ?? ''
    const setup = createSetup(services, async () =>
      work.run('seedFirst', { location: engine.location, now: clock() }),
    )
    const app = await buildApp(
      services,
      setup,
      {
        importFile: async ({ author, ...given }, watch) =>
          work.alone(async () => {
            const begun = { location: engine.location, ...given, author: { ...author, now: clock() } }
            const report = await work.run('importFile', begun, watch)
            // What is kept of a server's data is trusted for a moment: whoever is told of the import sees what it has changed.
            if (!given.isDryRun)
              await engine
                .transact(async () => Promise.resolve(), { storeId: author.storeId })
                .catch(() => undefined)
            return report
          }, watch.signal),
        exportFile: async (given, watch) =>
          work.runAlone('exportFile', { location: engine.location, ...given }, watch),
        // A restore has to be the only one that has the data open.
        alone: async (restore, signal) => work.alone(restore, signal),
        addBackup: async (now, watch) => work.runAlone('addBackup', { dataDir, now }, watch),
        compareBackup: async (file) => work.run('compareBackup', { dataDir, file }),
        prepareRestore: async (file, watch) => work.run('prepareRestore', { dataDir, file }, watch),
        checkAll: async (watch) => work.run('checkAll', { location: engine.location }, watch),
      },
      config,
    )
    const hasConsole = config.consoleDir !== undefined && isConsoleBuilt(config.consoleDir)
    closing.push(() => app.close())
    if (safekeeping) {
      closing.push(
        safekeeping.start({
          clock,
          looks,
          log: app.log,
          work: {
            checkPages: async () => work.run('checkPages', { dataDir }),
            addBackup: async (now) => work.runAlone('addBackup', { dataDir, now }),
          },
        }),
      )
    }
    closing.push(keepUses(services, app.log))
    closing.push(sweepOften(services, app.log, sweeps, looks))
    closing.push(sendQueued(services, app.log, looks))
    const index = async (signal: AbortSignal) =>
      work.runAlone('indexRecords', { location: engine.location }, { signal })
    closing.push(indexOften(services, app.log, index, looks))
    closing.push(lookOften(removeLeftScratch, looks ?? HOURLY))
    return {
      app,
      consolePath: async (storeCode) =>
        asOpenError(engine.name, async () => {
          const store = await engine.read(async (db) =>
            storeCode === undefined ? findFirstStore(db) : findStoreByCode(db, storeCode),
          )
          if (!store) return `/?setup=${setup.code()}`
          const code = await engine.transact(async (db) => createLaunchCode(db, clock(), store.id))
          return `/?launch=${code}`
        }),
      hasConsole,
      listen: async (port) => {
        const api = await app.listen({ host: '127.0.0.1', port, backlog: BACKLOG })
        try {
          if (engine.noteRunningCore)
            closing.push(engine.noteRunningCore({ api, hasConsole, shop: engine.name }))
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

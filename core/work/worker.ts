import { parentPort, workerData } from 'node:worker_threads'
import type { Engine, EngineLocation } from '../database/engine.ts'
import type { FileExport } from '../transfer/export-file.ts'
import type { FileImport } from '../transfer/import-file.ts'
import { DatabaseOpenError } from '../database/open-error.ts'
import { loadSqlite } from '../database/sqlite/load.ts'
import { CommerceError } from '../kernel/errors.ts'
import { passGate, type Gate } from './gate.ts'
import { loadUnlessBarred, type Loading } from './loading.ts'

/**
 * A thread for one piece of long work (`long-work.ts`), with its own connection to the database. Each piece loads what
 * it needs and no more: what a thread has taken of memory does not all go back to the system when it ends.
 */

/** An import, as it can be sent to another thread. */
type WorkerImport = Omit<FileImport, 'onProgress' | 'onStore'> & { readonly location: EngineLocation }

/** Says how far a piece of work has come. */
const tell = (done: number): void => parentPort?.postMessage({ done } satisfies Progress)

/** To be called by a piece of work before it does what lasts. @throws where it was ended */
function beginLasting(): void {
  passGate((workerData as Order).gate)
  parentPort?.postMessage({ isLasting: true } satisfies Lasting)
}

/** @param done of it, 0 to 1 */
const tellPercent = (done: number): void => tell(Math.floor(done * 100))

const tasks = {
  addBackup: async ({ dataDir, now }: { dataDir: string; now: Date }) => {
    const { addBackup } = await import('../database/sqlite/safekeeping/backups.ts')
    return addBackup(dataDir, now, null, tellPercent)
  },
  compareBackup: async ({ dataDir, file }: { dataDir: string; file: string }) => {
    const { compareBackup } = await import('../database/sqlite/safekeeping/compare-backup.ts')
    return compareBackup(dataDir, file)
  },
  prepareRestore: async ({ dataDir, file }: { dataDir: string; file: string }) => {
    const { prepareRestore } = await import('../database/sqlite/safekeeping/prepare-restore.ts')
    return prepareRestore(dataDir, file, tellPercent)
  },
  /** Reads all of the data: how sound the file is, where it is one, and all money. */
  checkAll: async ({ location }: { location: EngineLocation }) => {
    const { checkMoney } = await import('../data/check-money.ts')
    const money = async (shop: Pick<Engine, 'read'>, from: number) => {
      const { orders } = await shop.read(async (db) =>
        db
          .selectFrom('orders')
          .select((row) => row.fn.countAll<number>().as('orders'))
          .executeTakeFirstOrThrow(),
      )
      return checkMoney(shop, (done) => tellPercent(from + ((1 - from) * done) / Math.max(orders, 1)))
    }
    if (location.kind === 'postgres') {
      const { withShop } = await import('../engines.ts')
      return { pages: [], ...(await withShop(location, async (shop) => money(shop, 0))) }
    }
    const { checkIntegrity } = await import('../database/sqlite/safekeeping/integrity-check.ts')
    const { readShop } = await import('../database/sqlite/read-shop.ts')
    return readShop(location.dataDir, async (shop) => {
      const pages = await checkIntegrity(shop, (done) => tellPercent(done / 2))
      // The money of what cannot be read cannot be reckoned.
      return pages.length > 0 ? { pages, orders: 0, faults: [] } : { pages, ...(await money(shop, 0.5)) }
    })
  },
  checkPages: async ({ dataDir }: { dataDir: string }) => {
    const { checkPages } = await import('../database/sqlite/safekeeping/integrity-check.ts')
    const { readShop } = await import('../database/sqlite/read-shop.ts')
    return readShop(dataDir, checkPages)
  },
  importFile: async ({ location, ...given }: WorkerImport) => {
    const { importFile } = await import('../transfer/import-file.ts')
    const { withEngine } = await import('../engines.ts')
    return withEngine(location, async (engine) =>
      importFile(engine, { ...given, onProgress: tell, onStore: beginLasting }),
    )
  },
  /** Writes search terms that something has kept an import from writing. */
  indexRecords: async ({ location }: { location: EngineLocation }) => {
    const { indexRecords } = await import('../transfer/index-records.ts')
    const { withEngine } = await import('../engines.ts')
    return withEngine(location, indexRecords)
  },
  exportFile: async ({ location, ...given }: FileExport & { location: EngineLocation }) => {
    const { exportFile } = await import('../transfer/export-file.ts')
    const { withEngine } = await import('../engines.ts')
    return withEngine(location, async (engine) => exportFile(engine, given))
  },
  seedFirst: async ({ location, now }: { location: EngineLocation; now: Date }) => {
    const { seedFirst } = await import('../demo/seed-first.ts')
    const { withEngine } = await import('../engines.ts')
    return withEngine(location, async (engine) => seedFirst(engine, now))
  },
}

export type Tasks = typeof tasks

/** What a worker is given. */
export interface Order<N extends keyof Tasks = keyof Tasks> {
  readonly task: N
  readonly input: Parameters<Tasks[N]>[0]
  readonly gate: Gate
  readonly loading: Loading
}

/** What it says meanwhile, as often as it likes. */
export interface Progress {
  readonly done: number
}

/** What it says once it does what lasts, which nobody ends any more. */
export interface Lasting {
  readonly isLasting: true
}

/** What it answers: errors lose their class between threads, so each kind keeps what it is made of. */
export type Outcome =
  | { readonly value: unknown }
  | { readonly refusal: Pick<CommerceError, 'kind' | 'code' | 'faults' | 'retryAfter' | 'etag'> }
  | {
      readonly fault: { readonly message: string; readonly stack?: string; readonly code?: unknown }
      /** Of a DatabaseOpenError. */
      readonly file?: string
    }

async function outcomeOf({ task, input }: Order): Promise<Outcome> {
  try {
    return { value: await tasks[task](input as never) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof CommerceError) {
      const { kind, code, faults, retryAfter, etag } = error
      return { refusal: { kind, code, faults, retryAfter, etag } }
    }
    const { message, stack = '', code } = error as Error & { code?: unknown }
    const fault = { message, stack, code }
    return error instanceof DatabaseOpenError ? { fault, file: error.file } : { fault }
  }
}

const order = workerData as Order
if (loadUnlessBarred(order.loading, loadSqlite)) parentPort?.postMessage(await outcomeOf(order))

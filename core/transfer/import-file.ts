import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine, ReadDb, WriteDb } from '../database/engine.ts'
import { makeScratchFolder, type ScratchFolder } from '../database/scratch-folder.ts'
import { WriteDraft } from '../database/write-draft.ts'
import type { Author } from '../history/record-events.ts'
import { importCustomers, previewCustomers } from './customers/import-customers.ts'
import { indexRecords } from './index-records.ts'
import { readWritten } from './written.repository.ts'
import { importProducts, previewProducts, type ProductImport } from './products/import-products.ts'
import { readStockKept, readStockWritten } from '../stock/stock-level.repository.ts'
import { importStock, previewStock } from './stock/import-stock.ts'
import { NOTHING_BESIDE } from './read-file.ts'
import { examineFile, UnreadableFile } from './text-file.ts'
import type { ImportKind, ImportReport } from './transfer.schema.ts'

/** Whoever is overtaken so often while they read reads again in the transaction itself, in which others wait. */
const MAX_DRAFTS = 3

/** What an import needs of an engine. */
type Storage = Pick<Engine, 'read' | 'transact' | 'refreshStatistics'>

/** A file, and how it is to be imported. */
export interface FileImport extends Omit<ProductImport, 'file' | 'kind'> {
  readonly kind: ImportKind
  readonly path: string
  readonly author: Author
  /** Says only what the import would do. */
  readonly isDryRun: boolean
  /** A folder for what is set down meanwhile; left out, one of its own, which is taken away again. */
  readonly scratchDir?: string | undefined
  /** Is asked before anything is stored; from then on nobody may end the import. @throws where it is not to be stored */
  readonly onStore?: (() => void) | undefined
}

/** Thrown inside of a transaction of which nothing is to be kept. */
class Refused extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('The file has faults.')
    this.report = report
  }
}

/** A file of a kind, as it is looked at and stored. */
interface Work {
  readonly preview: (db: ReadDb) => Promise<ImportReport>
  readonly store: (db: WriteDb) => Promise<ImportReport>
  /** How much has been written of what it goes by: whoever finds the same as before knows that nobody has written any since. */
  readonly written: (db: ReadDb) => Promise<string>
}

function workOf(
  authorNow: () => Author,
  { kind, ...given }: Omit<ProductImport, 'kind'> & { readonly kind: ImportKind },
): Work {
  if (kind === 'customers') {
    return {
      preview: async (db) => previewCustomers(db, authorNow(), given),
      store: async (db) => importCustomers(db, authorNow(), given),
      written: readWritten,
    }
  }
  if (kind === 'stock') {
    return {
      preview: async (db) => previewStock(db, authorNow(), given),
      store: async (db) => importStock(db, authorNow(), given),
      // What is sold meanwhile is off the stock that was read.
      written: async (db) => (await readWritten(db)) + (await readStockWritten(db, authorNow().storeId)),
    }
  }
  const products = { ...given, kind }
  return {
    preview: async (db) => previewProducts(db, authorNow(), products),
    store: async (db) => importProducts(db, authorNow(), products),
    written: async (db) => (await readWritten(db)) + (await readStockKept(db, authorNow().storeId)),
  }
}

const changesNothing = ({ added, changed, faults }: ImportReport): boolean =>
  faults.length > 0 || added + changed === 0

/**
 * Imports a file, all of it or nothing. It is read, looked at and set down as a draft first, so that whoever sells meanwhile
 * waits only for a file without faults, and only while its rows are stored. When this resolves what is new is found by its
 * words, too.
 * @throws CommerceError BadRequest for a price group that is not there
 */
export async function importFile(
  engine: Storage,
  { author, isDryRun, onStore, path, scratchDir, ...given }: FileImport,
): Promise<ImportReport> {
  const begun = performance.now()
  // Of each attempt: what it changes somebody may have changed while the one before has read.
  const authorNow = (): Author => {
    const passed = performance.now() - begun
    return { ...author, now: new Date(author.now.getTime() + passed) }
  }
  let file
  try {
    file = await examineFile(path)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const faults = [{ line: error.line, column: null, ...error.refusal }]
    const nothing = {
      rows: 0,
      added: 0,
      changed: 0,
      unchanged: 0,
      ignoredColumns: [],
      columns: [],
      ...NOTHING_BESIDE,
    }
    return { kind: given.kind, ...nothing, faults, format: null }
  }
  const work = workOf(authorNow, { ...given, file })
  const { storeId } = author
  if (isDryRun) return engine.read(work.preview, storeId)
  const scratch = scratchDir === undefined ? await makeScratchFolder() : keptBy(scratchDir)
  try {
    const report =
      (await storeDraft(engine, work, storeId, scratch.path, onStore)) ??
      (await storeAtOnce(engine, work, storeId, onStore))
    if (!changesNothing(report)) await indexRecords(engine).catch(leftForLater)
    return report
  } finally {
    await scratch.remove()
  }
}

/** Whoever has given a folder removes it. */
const keptBy = (path: string): ScratchFolder => ({ path, remove: async () => Promise.resolve() })

/** What is stored is stored. Whoever looks for records that wait for their terms finds these. */
const leftForLater = (): undefined => undefined

/**
 * Sets down what is to be stored, and stores it where nobody has written a record in between.
 * @returns undefined where somebody has, each time
 */
async function storeDraft(
  engine: Storage,
  work: Work,
  storeId: string,
  dir: string,
  onStore: FileImport['onStore'],
): Promise<ImportReport | undefined> {
  for (let count = 1; count <= MAX_DRAFTS; count++) {
    const path = join(dir, `draft-${count}.sqlite`)
    let draft: WriteDraft | undefined
    try {
      const { report, written } = await engine.read(async (db) => {
        // The read may be run again, on another state.
        draft?.close()
        await rm(path, { force: true })
        draft = new WriteDraft(path)
        return { written: await work.written(db), report: await work.store(draft.handle(db)) }
      }, storeId)
      if (!draft || changesNothing(report)) return report
      const ready: WriteDraft = draft
      ready.finish()
      onStore?.()
      const isStored = await engine.transact(
        async (db) => {
          if ((await work.written(db)) !== written) return false
          await ready.run(db)
          return true
        },
        { storeId, draft: path },
      )
      if (isStored) return report
    } finally {
      draft?.close()
    }
  }
  return undefined
}

/** Reads and stores in one transaction. */
async function storeAtOnce(
  engine: Storage,
  work: Work,
  storeId: string,
  onStore: FileImport['onStore'],
): Promise<ImportReport> {
  onStore?.()
  try {
    return await engine.transact(
      async (db) => {
        const report = await work.store(db)
        if (report.faults.length > 0) throw new Refused(report)
        return report
      },
      { storeId },
    )
  } catch (error) {
    if (error instanceof Refused) return error.report
    throw error
  }
}

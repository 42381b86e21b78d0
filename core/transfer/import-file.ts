import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, ReadDb, WriteDb } from '../database/engine.ts'
import { countRecordEvents, type Author } from '../history/record-events.ts'
import { importCustomers, previewCustomers } from './customers/import-customers.ts'
import { ImportPlan } from './products/import-plan.ts'
import {
  importProducts,
  planImport,
  previewImport,
  storePlan,
  type ProductImport,
} from './products/import-products.ts'
import { examineFile, UnreadableFile } from './text-file.ts'
import type { ImportKind, ImportReport } from './transfer.schema.ts'

/** What an import needs of an engine. */
type Storage = Pick<Engine, 'read' | 'transact'>

/** A file, and how it is to be imported. */
export interface FileImport extends Omit<ProductImport, 'file' | 'kind'> {
  readonly kind: ImportKind
  readonly path: string
  readonly author: Author
  /** Says only what the import would do. */
  readonly isDryRun: boolean
  /** A folder for what is set down meanwhile; left out, one of its own, which is taken away again. */
  readonly scratchDir?: string | undefined
}

/** Thrown inside of a transaction of which nothing is to be kept. */
class Refused extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('The file has faults.')
    this.report = report
  }
}

/** How a file of a kind is looked at, and stored. */
interface Work {
  readonly preview: (db: ReadDb) => Promise<ImportReport>
  readonly store: (db: WriteDb) => Promise<ImportReport>
}

function workOf(
  author: Author,
  { kind, ...given }: Omit<ProductImport, 'kind'> & { readonly kind: ImportKind },
  plan: ImportPlan | undefined,
): Work {
  if (kind === 'customers') {
    return {
      preview: async (db) => previewCustomers(db, author, given),
      store: async (db) => importCustomers(db, author, given),
    }
  }
  const products = { ...given, kind }
  return plan
    ? plannedWork(author, products, plan)
    : {
        preview: async (db) => previewImport(db, author, products),
        store: async (db) => importProducts(db, author, products),
      }
}

/**
 * Looks at a file before the transaction that stores it, in which others wait: there it is looked at again only where
 * somebody has written a record in between.
 */
function plannedWork(author: Author, given: ProductImport, plan: ImportPlan): Work {
  let looked: { readonly report: ImportReport; readonly events: number } | undefined
  return {
    preview: async (db) => {
      const events = await countRecordEvents(db)
      const report = await planImport(db, author, given, plan)
      looked = { report, events }
      return report
    },
    store: async (db) => {
      if (!looked || looked.events !== (await countRecordEvents(db))) return importProducts(db, author, given)
      await storePlan(db, author, plan)
      return looked.report
    },
  }
}

/**
 * Imports a file, all of it or nothing. It is first read without writing, so that whoever sells meanwhile waits only for a
 * file without faults, and only while its rows are stored.
 * @throws CommerceError BadRequest for a price group that is not there
 */
export async function importFile(engine: Storage, given: FileImport): Promise<ImportReport> {
  if (given.isDryRun) return importPlanned(engine, given, undefined)
  const { scratchDir: dir } = given
  const own = dir === undefined ? await mkdtemp(join(tmpdir(), 'backcounter-')) : undefined
  try {
    return await importPlanned(engine, given, new ImportPlan(join(own ?? dir ?? '', 'plan.jsonl')))
  } finally {
    if (own !== undefined) await rm(own, { recursive: true, force: true })
  }
}

async function importPlanned(
  engine: Storage,
  { author, isDryRun, path, scratchDir: _scratchDir, ...given }: FileImport,
  plan: ImportPlan | undefined,
): Promise<ImportReport> {
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
      products: [],
      customers: [],
    }
    return { kind: given.kind, ...nothing, faults, format: null }
  }
  const work = workOf(author, { ...given, file }, plan)
  const { storeId } = author
  const preview = await engine.read(work.preview, storeId)
  if (isDryRun || preview.faults.length > 0 || preview.added + preview.changed === 0) return preview
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

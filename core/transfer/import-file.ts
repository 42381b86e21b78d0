import type { Engine, ReadDb, WriteDb } from '../database/engine.ts'
import type { Author } from '../history/record-events.ts'
import { importCustomers, previewCustomers } from './customers/import-customers.ts'
import { importProducts, previewImport, type ProductImport } from './products/import-products.ts'
import { examineFile, UnreadableFile } from './text-file.ts'
import type { ImportKind, ImportReport } from './transfer.schema.ts'

/** A file, and how it is to be imported. */
export interface FileImport extends Omit<ProductImport, 'file' | 'kind'> {
  readonly kind: ImportKind
  readonly path: string
  readonly author: Author
  /** Says only what the import would do. */
  readonly isDryRun: boolean
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
): Work {
  if (kind === 'customers') {
    return {
      preview: async (db) => previewCustomers(db, author, given),
      store: async (db) => importCustomers(db, author, given),
    }
  }
  return {
    preview: async (db) => previewImport(db, author, { ...given, kind }),
    store: async (db) => importProducts(db, author, { ...given, kind }),
  }
}

/**
 * Imports a file, all of it or nothing. It is first read without writing, so that whoever sells meanwhile waits only for a
 * file without faults.
 * @throws CommerceError BadRequest for a price group that is not there
 */
export async function importFile(
  engine: Engine,
  { author, isDryRun, path, ...given }: FileImport,
): Promise<ImportReport> {
  let file
  try {
    file = await examineFile(path)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const faults = [{ line: error.line, column: null, text: error.message }]
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
  const work = workOf(author, { ...given, file })
  const preview = await engine.read(work.preview)
  if (isDryRun || preview.faults.length > 0 || preview.added + preview.changed === 0) return preview
  try {
    return await engine.transact(async (db) => {
      const report = await work.store(db)
      if (report.faults.length > 0) throw new Refused(report)
      return report
    })
  } catch (error) {
    if (error instanceof Refused) return error.report
    throw error
  }
}

import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { requireNoShopFile } from '../database/sqlite/safekeeping/backup-target.ts'
import { withShop } from '../engines.ts'
import { conflict, notFound } from '../kernel/errors.ts'
import { exportFile } from '../transfer/export-file.ts'
import type { ExportKind } from '../transfer/transfer.schema.ts'
import { leaveNothingOf } from './leave-nothing.ts'
import type { Output } from './output.ts'
import type { Place } from './place.ts'
import { storeOf } from './store-of.ts'

interface ExportOptions {
  readonly kind: ExportKind
  readonly store: string
  readonly to: string
}

export async function exportCommand(
  { dataDir, location }: Place,
  options: ExportOptions,
  to: Output,
): Promise<number> {
  const { kind } = options
  const path = fileOf(options.to)
  requireNoShopFile(dataDir, path)
  const rows = await withShop(location, async (engine) => {
    const { id: storeId } = await storeOf(engine, options.store)
    return leaveNothingOf(path, async () => exportFile(engine, { storeId, kind, path }))
  })
  to.result({ kind, rows, file: path }, `Wrote ${rows} rows to ${path}.`)
  return 0
}

/**
 * The file that a name leads to: a link stays, and what it leads to is replaced.
 * @throws CommerceError NotFound where its folder is not there; Conflict where something else than a file has its name
 */
function fileOf(path: string): string {
  if (!existsSync(dirname(path))) throw notFound('export.no-folder', `There is no folder ${dirname(path)}.`)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory() === true)
    throw conflict('export.folder', `${path} is a folder: say the file, too.`)
  if (found?.isFile() === false) throw conflict('export.no-file', `${path} is no file.`)
  return found ? realpathSync(path) : path
}

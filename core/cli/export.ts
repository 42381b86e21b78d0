import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { withShop } from '../engines.ts'
import { conflict, notFound } from '../kernel/errors.ts'
import { exportFile } from '../transfer/export-file.ts'
import type { ExportKind } from '../transfer/transfer.schema.ts'
import type { Output } from './output.ts'
import type { Place } from './place.ts'
import { storeOf } from './store-of.ts'

interface ExportOptions {
  readonly kind: ExportKind
  readonly store: string
  readonly to: string
}

export async function exportCommand(
  { location }: Place,
  options: ExportOptions,
  to: Output,
): Promise<number> {
  const { kind, to: path } = options
  if (!existsSync(dirname(path))) throw notFound('export.no-folder', `There is no folder ${dirname(path)}.`)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    throw conflict('export.folder', `${path} is a folder: say the file, too.`)
  const rows = await withShop(location, async (engine) => {
    const { id: storeId } = await storeOf(engine, options.store)
    return exportFile(engine, { storeId, kind, path })
  })
  to.result({ kind, rows, file: path }, `Wrote ${rows} rows to ${path}.`)
  return 0
}

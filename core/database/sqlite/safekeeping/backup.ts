import { existsSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { conflict, notFound } from '../../../kernel/errors.ts'
import { requireNoShopFile } from './backup-target.ts'
import { copyDatabase, removeDatabase, syncToDisk } from './copy-database.ts'
import { databaseFile, SIDE_FILES } from '../../data-files.ts'
import { haveOneOwner } from '../../private-file.ts'
import { partialOf, removePartialsOf } from '../../partial-file.ts'

/**
 * Copies the shop of a data folder to a file, while a core may be serving it. The file gets its name when it is whole,
 * checked and on disk; before that, and where it fails, there is nothing of that name but what was there before.
 * @param overwrite whether a file of that name is replaced
 * @param onProgress is told how much of it is done, 0 to 1
 * @returns the size in bytes
 * @throws CommerceError NotFound where there is no shop or no folder to write to; Conflict where the name is taken
 * @throws DatabaseOpenError
 */
export async function backUp(
  dataDir: string,
  target: string,
  { overwrite, onProgress }: { overwrite: boolean; onProgress?: (done: number) => void },
): Promise<{ bytes: number }> {
  const source = databaseFile(dataDir)
  if (!existsSync(source)) throw notFound('backup.no-database', `There is no shop in ${dataDir}.`)
  if (!existsSync(dirname(target)))
    throw notFound('backup.no-folder', `There is no folder ${dirname(target)}.`)
  requireFree(dataDir, target, overwrite)

  removePartialsOf(target)
  const partial = partialOf(target)
  // In a folder of somebody else it is whose who has made it: they may not read the shop.
  const like = haveOneOwner(dirname(target), dataDir) ? dataDir : null
  await copyDatabase(source, partial, like, onProgress)
  try {
    requireFree(dataDir, target, overwrite)
    renameSync(partial, target)
  } catch (error) {
    removeDatabase(partial)
    throw error
  }
  syncToDisk(dirname(target))
  return { bytes: statSync(target).size }
}

function requireFree(dataDir: string, target: string, overwrite: boolean): void {
  requireNoShopFile(dataDir, target)
  if (!existsSync(target)) return
  const found = statSync(target)
  // What is no file is never replaced: before the advice to overwrite, which would not help.
  if (found.isDirectory()) throw conflict('backup.folder', `${target} is a folder: say the file, too.`)
  if (!found.isFile()) throw conflict('backup.no-file', `${target} is no file.`)
  if (!overwrite) throw conflict('backup.exists', `${target} is there already; --overwrite replaces it.`)
  if (['-journal', ...SIDE_FILES].some((suffix) => existsSync(target + suffix))) {
    throw conflict('backup.open', `${target} is a database that another program has open.`)
  }
}

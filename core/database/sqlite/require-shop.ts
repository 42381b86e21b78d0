import { existsSync, statSync } from 'node:fs'
import { notFound } from '../../kernel/errors.ts'
import { newestGoodBackup } from './safekeeping/backups.ts'
import { databaseFile, hasLog } from '../data-files.ts'
import { DatabaseOpenError } from '../open-error.ts'

/**
 * Where a data folder holds no database, or an empty one, tells a first start from a loss: a good backup, or a log that
 * belongs to a database, says that there was a shop.
 * @param isToBeFilled whether a shop is to come there, so that one of which there are backups is not missed
 * @throws DatabaseOpenError `damaged` where there was one
 */
export async function requireNotLost(dataDir: string, isToBeFilled = false): Promise<void> {
  if (hasContent(dataDir)) return
  const path = databaseFile(dataDir)
  const how = existsSync(path) ? 'is empty' : 'is missing'
  if (hasLog(dataDir)) throw lost(path, `${how}, but its log is there`)
  if (!isToBeFilled) await requireNoBackup(dataDir, how)
}

/**
 * @param how what the database is like instead of holding a shop
 * @throws DatabaseOpenError `damaged` where there is a good backup of a shop
 */
export async function requireNoBackup(dataDir: string, how: string): Promise<void> {
  if (await newestGoodBackup(dataDir))
    throw lost(databaseFile(dataDir), `${how}, but there are backups of it`)
}

/**
 * For what works on a shop that is there, and makes none.
 * @throws CommerceError NotFound where there is none in the folder; DatabaseOpenError `damaged` where there was one
 */
export async function requireShop(dataDir: string): Promise<void> {
  if (hasContent(dataDir)) return
  await requireNotLost(dataDir)
  throw noShop(dataDir)
}

export const noShop = (dataDir: string) => notFound('data.no-shop', `There is no shop in ${dataDir}.`)

const hasContent = (dataDir: string): boolean =>
  (statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0) > 0

const lost = (path: string, how: string) =>
  new DatabaseOpenError('damaged', path, `The database ${path} ${how}.`)

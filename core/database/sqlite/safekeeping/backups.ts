import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../../kernel/clock.ts'
import { backUp } from './backup.ts'
import { checkPages } from './integrity-check.ts'
import { removeDatabase } from './copy-database.ts'
import type { BackupFile } from '../../safekeeping.ts'
import { databaseFile } from '../../data-files.ts'
import { removePartials } from '../../partial-file.ts'
import { DatabaseOpenError } from '../../open-error.ts'
import { makePrivateFolder } from '../../private-file.ts'
import { readFile } from '../read-file.ts'
import { requireKnownSchema } from '../schema-version.ts'
import { backupPlanOf } from './backup-plan.ts'
import { superfluous } from './retention.ts'

/** A backup that has been looked at just now. */
export interface GoodBackup extends BackupFile {
  readonly orders: number
}

/** Where a data folder keeps them. */
export const backupsDir = (dataDir: string): string => join(dataDir, 'backups')

/** `backcounter-2026-11-20T09-30-00Z.sqlite`, `backcounter-2026-11-20T09-30-00Z-before-0002-promotions.sqlite` */
const NAME = /^backcounter-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-before-([\w-]+))?\.sqlite$/
const OURS = /^backcounter-.*\.sqlite$/

const nameOf = (date: Date, before: string | null): string => {
  const moment = `${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  return `backcounter-${moment}${before === null ? '' : `-before-${before}`}.sqlite`
}

/** By so much a backup may be ahead without being doubted: clocks are set. */
const CLOCK_TOLERANCE = 300_000

/** Whether it says that it was made at a moment that is still to come: then or now the clock is wrong. */
export const isAhead = ({ date }: Pick<BackupFile, 'date'>, now: Date): boolean =>
  date.getTime() - now.getTime() >= CLOCK_TOLERANCE

/**
 * The backups of a data folder, newest first. Those that are ahead were made before the clock was set, and so before all
 * others.
 * @throws the system's error where their folder cannot be read
 */
export function listBackups(dataDir: string, now = systemClock()): BackupFile[] {
  const dir = backupsDir(dataDir)
  return namesIn(dir)
    .flatMap((name): BackupFile[] => {
      const [, day, hour, minute, second, before] = NAME.exec(name) ?? []
      if (day === undefined) return []
      const date = new Date(`${day}T${String(hour)}:${String(minute)}:${String(second)}Z`)
      const file = join(dir, name)
      return isFile(file) ? [{ file, date, before: before ?? null }] : []
    })
    .sort((a, b) => Number(isAhead(a, now)) - Number(isAhead(b, now)) || b.date.getTime() - a.date.getTime())
}

/** Nothing else is a backup, whatever it is called: not a folder, nor a link that leads nowhere or in a circle. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** None where there is no such folder yet. */
function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Copies the shop of a data folder into its backups and removes those that are no longer needed. Nothing of the
 * name is there before the copy is whole, checked and on disk.
 * @param before the migration it is made before
 * @param onProgress is told how much of it is done, 0 to 1
 * @throws DatabaseOpenError `damaged` where the shop is, `unwritable` where there is too little space for it or the
 *   folder of the backups cannot be used
 */
export async function addBackup(
  dataDir: string,
  now: Date,
  before: string | null = null,
  onProgress?: (done: number) => void,
): Promise<{ file: string }> {
  const dir = backupsDir(dataDir)
  makeFolder(dir)
  // Fewer may be wanted since the last was made, for the sake of the space.
  if (isShortOfSpace(dataDir)) removeSuperfluous(dataDir, now)
  if (isShortOfSpace(dataDir)) throw noSpace(databaseFile(dataDir))
  const file = join(dir, nameOf(now, before))
  await backUp(dataDir, file, { overwrite: true, ...(onProgress && { onProgress }) })
  removeSuperfluous(dataDir, now)
  return { file }
}

function removeSuperfluous(dataDir: string, now: Date): void {
  const plan = backupPlanOf(dataDir)
  for (const backup of superfluous(listBackups(dataDir, now), plan)) removeDatabase(backup.file)
}

/** Makes the folder of the backups where there is none, for its owner only, and clears it of what was cut off. */
function makeFolder(dir: string): void {
  try {
    makePrivateFolder(dir)
    removePartials(dir, (name) => OURS.test(name))
  } catch (error) {
    const text = `The folder of the backups, ${dir}, cannot be used: ${(error as Error).message}.`
    throw new DatabaseOpenError('unwritable', dir, text, error)
  }
}

/**
 * The newest backup whose pages are sound now: all of it was when it was made, but disks forget. A restore reads all of
 * it again.
 * @returns undefined where there is none, or their folder cannot be read
 */
export async function newestGoodBackup(dataDir: string): Promise<GoodBackup | undefined> {
  for (const backup of readableBackups(dataDir)) {
    const orders = await ordersIn(backup.file).catch(() => undefined)
    if (orders !== undefined) return { ...backup, orders }
  }
  return undefined
}

/** This is asked in need: a folder that fails as well must not take the place of what is to be told. */
function readableBackups(dataDir: string): BackupFile[] {
  try {
    return listBackups(dataDir)
  } catch {
    return []
  }
}

/** @returns undefined where its pages are not sound */
const ordersIn = async (path: string): Promise<number | undefined> =>
  readFile(path, async (reader, file) => {
    requireKnownSchema(file)
    if ((await checkPages({ reader })).length > 0) return undefined
    const { orders } = await reader
      .selectFrom('orders')
      .select((row) => row.fn.countAll<number>().as('orders'))
      .executeTakeFirstOrThrow()
    return orders
  })

/**
 * A backup must never take the space that the shop's next orders need: as much again stays free. Its folder may be on a disk
 * of its own.
 */
function isShortOfSpace(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(backupsDir(dataDir))
  return bavail * bsize < neededFor(databaseFile(dataDir))
}

function noSpace(file: string): DatabaseOpenError {
  const text = `There is too little space for a backup of ${file}: ${Math.ceil(neededFor(file) / 1e6)} MB must be free.`
  return new DatabaseOpenError('unwritable', file, text)
}

const neededFor = (file: string): number => 2 * statSync(file).size

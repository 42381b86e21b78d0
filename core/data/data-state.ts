import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { findLastCheck } from '../database/settings.ts'
import type { BackupFile, Safekeeping } from '../database/safekeeping.ts'
import type { Services } from '../http/routes.ts'
import { timestamp } from '../kernel/clock.ts'
import { conflict, notFound } from '../kernel/errors.ts'
import type { Backup, BackupsAnswer, DataState } from './data.schema.ts'

/** How large the data are, how sound, and when they were copied and checked last. */
export async function dataState({
  clock,
  condition,
  database,
}: Pick<Services, 'clock' | 'condition' | 'database'>): Promise<DataState> {
  const { safekeeping } = database
  const check = await database.read(findLastCheck)
  const space = safekeeping?.space()
  const newest = safekeeping?.backups(clock())[0]
  return {
    kind: safekeeping ? 'file' : 'server',
    name: database.name,
    bytes: space?.used ?? (await database.bytes()),
    freeBytes: space?.free ?? null,
    health: condition.state(),
    isBackedUp: safekeeping ? condition.isBackedUp() : null,
    checkedDate: check?.date ?? null,
    checkFaults: check?.faults ?? null,
    backupDate: newest ? timestamp(newest.date) : null,
    plan: safekeeping ? { ...safekeeping.plan() } : null,
  }
}

/** The backups of the data; none where a server keeps them safe. */
export function listBackups(safekeeping: Safekeeping | undefined, now: Date): BackupsAnswer {
  const files = safekeeping?.backups(now) ?? []
  const [first] = files
  return { folder: first ? dirname(first.file) : null, backups: files.map(backupView) }
}

const backupView = ({ before, date, file }: BackupFile): Backup => ({
  name: basename(file),
  date: timestamp(date),
  bytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0,
  before,
})

/** @throws CommerceError Conflict where a server keeps the data safe */
export function requireSafekeeping({ safekeeping }: Services['database']): Safekeeping {
  if (safekeeping) return safekeeping
  throw conflict('data.server', 'The data is on a server: its own means make backups and restore them.')
}

/** @param name of one in the list, nothing else @throws CommerceError NotFound */
export function requireBackup(safekeeping: Safekeeping, name: string, now: Date): BackupFile {
  const found = safekeeping.backups(now).find(({ file }) => basename(file) === name)
  if (!found) throw notFound('data.no-backup', 'There is no such backup.')
  return found
}

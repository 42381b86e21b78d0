import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from '../../private-file.ts'
import { USUAL_PLAN, type BackupPlan, type PlanChange } from '../../safekeeping.ts'

/** So many changes of it are told. */
const CHANGES = 50

const fileOf = (dataDir: string): string => join(dataDir, 'backcounter.backups.json')

/** The plan of a data folder; what somebody has left there that is none counts as the usual one. */
export function backupPlanOf(dataDir: string): BackupPlan {
  const kept = read(dataDir)
  const numberOf = (name: keyof BackupPlan, least: number): number => {
    const number = kept[name]
    return typeof number === 'number' && Number.isInteger(number) && number >= least
      ? number
      : USUAL_PLAN[name]
  }
  return {
    everyHours: numberOf('everyHours', 1),
    newest: numberOf('newest', 1),
    days: numberOf('days', 0),
    weeks: numberOf('weeks', 0),
  }
}

/** Who has changed it, newest first; what somebody has left there that tells of nobody counts for nothing. */
export function planChangesOf(dataDir: string): readonly PlanChange[] {
  const { changes } = read(dataDir)
  return Array.isArray(changes) ? changes.filter(isChange) : []
}

function isChange(kept: unknown): kept is PlanChange {
  const { actor, changes, date, version } = (kept ?? {}) as Partial<Record<string, unknown>>
  return (
    Number.isInteger(version) &&
    typeof actor === 'string' &&
    typeof date === 'string' &&
    Array.isArray(changes) &&
    changes.every((change: unknown) => typeof (change as PlanChange['changes'][0] | null)?.field === 'string')
  )
}

function read(dataDir: string): Partial<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

/** Whole or not at all, together with who has changed it. */
export function keepBackupPlan(dataDir: string, plan: BackupPlan, change: PlanChange): void {
  const file = fileOf(dataDir)
  const half = `${file}.new`
  const kept = { ...plan, changes: [change, ...planChangesOf(dataDir)].slice(0, CHANGES) }
  makePrivate(half)
  writeFileSync(half, `${JSON.stringify(kept, undefined, 2)}\n`, { flush: true })
  renameSync(half, file)
}

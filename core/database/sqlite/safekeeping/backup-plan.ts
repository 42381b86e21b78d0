import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptChanges, withChange, type KeptChange } from '../../kept-changes.ts'
import { makePrivate } from '../../private-file.ts'
import { USUAL_PLAN, type BackupPlan } from '../../safekeeping.ts'

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

/** Who has changed it, newest first. */
export const planChangesOf = (dataDir: string): readonly KeptChange[] => keptChanges(read(dataDir)['changes'])

function read(dataDir: string): Partial<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))
    return typeof kept === 'object' && kept !== null ? kept : {}
  } catch {
    return {}
  }
}

/** Whole or not at all, together with who has changed it. */
export function keepBackupPlan(dataDir: string, plan: BackupPlan, change: KeptChange): void {
  const file = fileOf(dataDir)
  const half = `${file}.new`
  const kept = { ...plan, changes: withChange(change, planChangesOf(dataDir)) }
  makePrivate(half)
  writeFileSync(half, `${JSON.stringify(kept, undefined, 2)}\n`, { flush: true })
  renameSync(half, file)
}

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from '../../private-file.ts'
import { USUAL_PLAN, type BackupPlan } from '../../safekeeping.ts'

const fileOf = (dataDir: string): string => join(dataDir, 'backcounter.backups.json')

/** The plan of a data folder; what somebody has left there that is none counts as the usual one. */
export function backupPlanOf(dataDir: string): BackupPlan {
  try {
    const kept = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Partial<Record<string, unknown>>
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
  } catch {
    return USUAL_PLAN
  }
}

/** Whole or not at all. */
export function keepBackupPlan(dataDir: string, plan: BackupPlan): void {
  const file = fileOf(dataDir)
  const half = `${file}.new`
  makePrivate(half)
  writeFileSync(half, `${JSON.stringify(plan, undefined, 2)}\n`, { flush: true })
  renameSync(half, file)
}

import { existsSync, statfsSync } from 'node:fs'
import { bytesOf, incomingOf } from '../../data-files.ts'
import { isDatabaseDamaged } from '../../error-codes.ts'
import type { Safekeeping } from '../../safekeeping.ts'
import { FileGone } from '../file-gone.ts'
import type { ServedFile } from '../served-file.ts'
import { backupPlanOf, keepBackupPlan, planChangesOf } from './backup-plan.ts'
import { listBackups } from './backups.ts'
import { carryOver, whereReadable } from './carry-over.ts'
import { removeDatabase } from './copy-database.ts'
import { keepTables } from './keep-tables.ts'
import { putIncoming } from './restore.ts'
import { keepSafe } from './schedule.ts'

/**
 * The safekeeping of the file that a core serves.
 * @param wasCutOff whether its last end was none
 */
export function lookAfter(
  dataDir: string,
  served: Pick<ServedFile, 'condition' | 'exchange'>,
  wasCutOff: boolean,
): Safekeeping {
  const { condition } = served
  const listeners: (() => void)[] = []
  return {
    dataDir,
    space: () => {
      if (!existsSync(dataDir)) throw new FileGone(dataDir)
      const { bavail, bsize } = statfsSync(dataDir)
      return { used: bytesOf(dataDir), free: bavail * bsize }
    },
    backups: (now) => {
      try {
        return listBackups(dataDir, now)
      } catch {
        // How large and how sound the data are can be told all the same.
        condition.noteBackup(false)
        return []
      }
    },
    plan: () => backupPlanOf(dataDir),
    planChanges: () => planChangesOf(dataDir),
    setPlan: (plan, change) => keepBackupPlan(dataDir, plan, change),
    replace: async (now, kept, carried) => {
      let replaced: string | null = null
      try {
        await served.exchange(async () => {
          const copy = incomingOf(dataDir)
          await whereReadable(() => keepTables(dataDir, copy, kept), isDatabaseDamaged)
          await carryOver(dataDir, copy, carried, isDatabaseDamaged)
          ;({ replaced } = await putIncoming(dataDir, now))
        })
      } finally {
        removeDatabase(incomingOf(dataDir))
      }
      condition.renew()
      for (const tell of listeners) tell()
      return replaced
    },
    onReplaced: (listener) => void listeners.push(listener),
    start: (core) => keepSafe({ ...core, condition, dataDir, wasCutOff }),
  }
}

import fs, { copyFileSync, existsSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  addBackup,
  backupsDir,
  listBackups,
} from '../../../../../core/database/sqlite/safekeeping/backups.ts'
import { keepBackupPlan } from '../../../../../core/database/sqlite/safekeeping/backup-plan.ts'
import { USUAL_PLAN } from '../../../../../core/database/safekeeping.ts'
import { temporaryDir } from '../../../../support/core.ts'
import { demoTemplate } from '../../../../support/demo-template.ts'

const NOON = new Date('2026-11-20T12:00:00.000Z')
const DAY = 86_400_000
const daysBefore = (days: number): Date => new Date(NOON.getTime() - days * DAY)

/** Says for the test that runs what is free on the disk of a folder, in bytes: disks of any size take a machine of one's own. */
function haveFree(freeOf: (dir: string) => number): void {
  const real = fs.statfsSync
  const put = (statfsSync: typeof real): void => {
    Object.assign(fs, { statfsSync })
    syncBuiltinESMExports()
  }
  onTestFinished(() => put(real))
  put(((dir: string) =>
    Object.assign(real(dir), { bavail: freeOf(realpathSync(dir)), bsize: 1 })) as typeof real)
}

async function withShop(): Promise<{ dataDir: string; size: number }> {
  const dataDir = await temporaryDir()
  const file = join(dataDir, 'backcounter.sqlite')
  copyFileSync((await demoTemplate()).file, file)
  return { dataDir, size: statSync(file).size }
}

describe('the space for a backup', () => {
  it('is that on the disk of the backups, where they have one of their own', async () => {
    const { dataDir, size } = await withShop()
    const elsewhere = await temporaryDir()
    symlinkSync(elsewhere, backupsDir(dataDir))
    haveFree((dir) => (dir === elsewhere ? 2 * size : size))
    const { file } = await addBackup(dataDir, NOON)
    expect(existsSync(file)).toBe(true)
    haveFree((dir) => (dir === elsewhere ? size : 2 * size))
    await expect(addBackup(dataDir, daysBefore(-1))).rejects.toMatchObject({
      code: 'unwritable',
    })
  })

  it('is made by a plan that keeps fewer of them', async () => {
    const { dataDir, size } = await withShop()
    const made = []
    for (const days of [3, 2, 1]) made.unshift((await addBackup(dataDir, daysBefore(days))).file)
    const room = 4 * size
    haveFree(() => room - readdirSync(backupsDir(dataDir)).length * size)
    await expect(addBackup(dataDir, NOON)).rejects.toMatchObject({ code: 'unwritable' })
    expect(made.every((file) => existsSync(file))).toBe(true)
    const change = { version: 2, date: NOON.toISOString(), actor: 'Ida', changes: [] }
    keepBackupPlan(dataDir, { ...USUAL_PLAN, days: 2, weeks: 0 }, change)
    const { file } = await addBackup(dataDir, NOON)
    expect(listBackups(dataDir, NOON).map((backup) => backup.file)).toStrictEqual([file, made[0]])
  })
})

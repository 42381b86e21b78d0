import { copyFileSync, existsSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import type * as Fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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

/** What is free on the disk of a folder, in bytes. */
const { disks } = vi.hoisted(() => ({ disks: { freeOf: (_dir: string): number => Infinity } }))

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>()
  return { ...fs, statfsSync: (dir: string) => ({ bavail: disks.freeOf(fs.realpathSync(dir)), bsize: 1 }) }
})

async function withShop(): Promise<{ dataDir: string; size: number }> {
  const dataDir = await temporaryDir()
  const file = join(dataDir, 'backcounter.sqlite')
  copyFileSync((await demoTemplate()).file, file)
  return { dataDir, size: statSync(file).size }
}

describe('the space for a backup', () => {
  beforeEach(() => {
    disks.freeOf = () => Infinity
  })

  it('is that on the disk of the backups, where they have one of their own', async () => {
    const { dataDir, size } = await withShop()
    const elsewhere = await temporaryDir()
    symlinkSync(elsewhere, backupsDir(dataDir))
    disks.freeOf = (dir) => (dir === elsewhere ? 2 * size : size)
    const { file } = await addBackup(dataDir, NOON)
    expect(existsSync(file)).toBe(true)
    disks.freeOf = (dir) => (dir === elsewhere ? size : 2 * size)
    await expect(addBackup(dataDir, daysBefore(-1))).rejects.toMatchObject({
      code: 'unwritable',
    })
  })

  it('is made by a plan that keeps fewer of them', async () => {
    const { dataDir, size } = await withShop()
    const made = []
    for (const days of [3, 2, 1]) made.unshift((await addBackup(dataDir, daysBefore(days))).file)
    const room = 4 * size
    disks.freeOf = () => room - readdirSync(backupsDir(dataDir)).length * size
    await expect(addBackup(dataDir, NOON)).rejects.toMatchObject({ code: 'unwritable' })
    expect(made.every((file) => existsSync(file))).toBe(true)
    const change = { version: 2, date: NOON.toISOString(), actor: 'Ida', changes: [] }
    keepBackupPlan(dataDir, { ...USUAL_PLAN, days: 2, weeks: 0 }, change)
    const { file } = await addBackup(dataDir, NOON)
    expect(listBackups(dataDir, NOON).map((backup) => backup.file)).toStrictEqual([file, made[0]])
  })
})

import fs, { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { backUp } from '../../../../../core/database/sqlite/safekeeping/backup.ts'
import { addBackup, backupsDir } from '../../../../../core/database/sqlite/safekeeping/backups.ts'
import { restore } from '../../../../../core/database/sqlite/safekeeping/restore.ts'
import { openShop } from '../../../../support/shop.ts'
import { temporaryDir } from '../../../../support/core.ts'
import { openCoreIn } from '../../../../support/open-core.ts'
import { migrations } from '../../../../../core/database/schema/migrations/index.ts'
import { LATER, laterMigration } from '../../../../support/later-migration.ts'

const modesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  )

/** The most open a machine can be: whatever does not ask for less is readable and writable by everybody. */
function openToAll(): void {
  const usual = process.umask(0)
  onTestFinished(() => void process.umask(usual))
}

const logTo = (dataDir: string) => ({ level: 'trace', file: join(dataDir, 'backcounter.log') })

describe.skipIf(process.platform === 'win32')('other users of the machine', () => {
  it('may read none of what is written, while the shop is open and after', async () => {
    openToAll()
    const shop = await openShop()
    const { dataDir } = shop
    await shop.restart()
    await (await shop.as('staff')).anOrder()
    const open = modesIn(dataDir)
    expect(Object.keys(open).sort()).toStrictEqual([
      'backcounter.lock',
      'backcounter.sqlite',
      'backcounter.sqlite-shm',
      'backcounter.sqlite-wal',
    ])
    expect(new Set(Object.values(open))).toStrictEqual(new Set(['600']))
  })

  it('may read no backup, either, where their folder cannot be closed to them', async () => {
    const { dataDir } = await openShop()
    mkdirSync(backupsDir(dataDir), { mode: 0o755 })
    const real = fs.chmodSync
    const put = (chmod: typeof real): void => {
      Object.assign(fs, { chmodSync: chmod })
      syncBuiltinESMExports()
    }
    onTestFinished(() => put(real))
    put((path, mode) => {
      if (path === backupsDir(dataDir)) throw Object.assign(new Error('EPERM: chmod'), { code: 'EPERM' })
      real(path, mode)
    })
    const { file } = await addBackup(dataDir, new Date())
    expect(existsSync(file)).toBe(true)
    expect(Object.values(modesIn(backupsDir(dataDir)))).toStrictEqual(['600'])
  })

  it('may read neither backup, nor log, nor what a restore or a migration leaves', async () => {
    openToAll()
    const shop = await openShop()
    const { dataDir } = shop
    const backup = join(dataDir, 'copy.sqlite')
    await backUp(dataDir, backup, { overwrite: false })
    await shop.core.close()
    await restore(dataDir, backup, new Date(), [])
    migrations[LATER] = laterMigration('1')
    onTestFinished(() => void Reflect.deleteProperty(migrations, LATER))
    const core = await openCoreIn({ dataDir, logger: logTo(dataDir) })
    await core.app.inject('/api/v1/health')
    await core.close()

    const { backups, ...ofFolder } = modesIn(dataDir)
    expect(backups).toBe('700')
    const modes = { ...ofFolder, ...modesIn(join(dataDir, 'backups')) }
    const written = ['.log', 'copy.sqlite', '.replaced-', `-before-${LATER}`]
    for (const part of written) expect(Object.keys(modes).join(' ')).toContain(part)
    expect(new Set(Object.values(modes))).toStrictEqual(new Set(['600']))
  })

  it('lose what an open folder and files have let them read', async () => {
    openToAll()
    const dataDir = await temporaryDir()
    chmodSync(dataDir, 0o755)
    for (const name of ['backcounter.sqlite', 'backcounter.lock', 'backcounter.log']) {
      writeFileSync(join(dataDir, name), '')
      chmodSync(join(dataDir, name), 0o666)
    }
    const core = await openCoreIn({ dataDir, logger: logTo(dataDir) })
    onTestFinished(() => core.close())
    expect(new Set(Object.values(modesIn(dataDir)))).toStrictEqual(new Set(['600']))
  })
})

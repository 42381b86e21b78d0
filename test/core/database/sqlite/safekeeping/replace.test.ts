import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openEngine } from '../../../../../core/engines.ts'
import { backUp } from '../../../../../core/database/sqlite/safekeeping/backup.ts'
import { prepareRestore } from '../../../../../core/database/sqlite/safekeeping/prepare-restore.ts'
import { temporaryDir } from '../../../../support/core.ts'
import { copyDemoShops } from '../../../../support/demo-template.ts'

it('what has to stay as it is now and cannot be had keeps sound data from being replaced', async () => {
  const [dataDir, backups] = [await temporaryDir(), await temporaryDir()]
  await copyDemoShops(dataDir)
  const backup = join(backups, 'shop.sqlite')
  await backUp(dataDir, backup, { overwrite: false })
  const engine = await openEngine({ kind: 'sqlite', dataDir })
  onTestFinished(async () => engine.close())
  await prepareRestore(dataDir, backup, () => undefined)
  const replacing = engine.safekeeping?.replace(new Date(), ['no_such_table'], [])
  await expect(replacing).rejects.toMatchObject({ code: 'SQLITE_ERROR' })
  expect(readdirSync(dataDir).filter((name) => /replaced|restoring/.test(name))).toStrictEqual([])
})

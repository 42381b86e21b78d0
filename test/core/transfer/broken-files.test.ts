import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '../../../core/transfer/import-file.ts'
import type { FileFault } from '../../../core/transfer/transfer.schema.ts'
import { sharedOwnShop } from '../../support/own-shop.ts'
import { changedTables, contentNow } from '../../support/data.ts'
import { brokenFiles, prepareShop } from './broken-files.ts'

describe('files that cannot be imported', () => {
  const shop = sharedOwnShop()
  beforeAll(async () => prepareShop(shop().owner))

  it.each(brokenFiles)('%s', async (_name, content, line, column, words, terms) => {
    const { beside, dataDir, storeId } = shop()
    const path = join(dataDir, 'broken.csv')
    await writeFile(path, content)
    const before = await contentNow(dataDir)
    const author = { storeId, name: 'Ida', now: new Date() }
    const report = await beside(async (engine) =>
      importFile(engine, { path, author, kind: 'products', isDryRun: false, ...terms }),
    )
    const told = report.faults.find((fault) => fault.line === line && words.test(fault.text))
    expect(told, JSON.stringify(report.faults.slice(0, 3))).toMatchObject({
      column,
    } satisfies Partial<FileFault>)
    expect(report).toMatchObject({ added: 0, changed: 0 })
    expect(await changedTables(before, dataDir)).toStrictEqual([])
  })
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fileFaultCodes } from '../../core/transfer/file-faults.ts'
import { importFile } from '../../core/transfer/import-file.ts'
import { ImportJob, type FileFault } from '../../core/transfer/transfer.schema.ts'
import { failureOf } from '../../renderer/api/transfer.ts'
import { fileFaultText } from '../../renderer/features/imports/file-fault-text.ts'
import { speak } from '../../renderer/i18n/index.ts'
import { faultLine } from '../../renderer/ui/fault-text.ts'
import { brokenFiles, prepareShop } from '../core/transfer/broken-files.ts'
import { sharedOwnShop } from '../support/own-shop.ts'
import { expectSaidEverywhere } from './said-everywhere.ts'

const shop = sharedOwnShop()

vi.stubGlobal('navigator', { languages: ['en-GB'] })
vi.stubGlobal('document', { documentElement: {} })
afterAll(() => vi.unstubAllGlobals())

describe('what a file is refused for', () => {
  beforeAll(async () => prepareShop(shop().owner))

  it('is said in every language, whatever is wrong; nothing is wrong in a way that is not among these', async () => {
    const { beside, dataDir, storeId } = shop()
    const path = join(dataDir, 'broken.csv')
    const author = { storeId, name: 'Ida', now: new Date() }
    const byCode = new Map<string, FileFault>()
    await beside(async (engine) => {
      for (const [, content, , , , terms] of brokenFiles) {
        await writeFile(path, content)
        const given = { path, author, kind: 'products', isDryRun: true, ...terms } as const
        for (const fault of (await importFile(engine, given)).faults) byCode.set(fault.code, fault)
      }
    })
    expect(fileFaultCodes.filter((code) => !byCode.has(code))).toStrictEqual([])
    const ofRecords = [...byCode.keys()].filter(
      (code) => !(fileFaultCodes as readonly string[]).includes(code),
    )
    expect(ofRecords).toContain('field.maxLength')
    await expectSaidEverywhere([...byCode.values()], fileFaultText)
  })

  it('tells what a cell holds as it stands there, and not all of a long one', async () => {
    const [fault] = (await reportOf(`sku,price\nA,12.50 EUR\n`)).faults
    await speak('de')
    expect(fault && fileFaultText(fault)).toBe('„12.50 EUR“ ist kein Preis in DKK wie 1234.50')
    const [long] = (await reportOf(`sku,price\nA,${'9'.repeat(100_000)}\n`)).faults
    expect(long).toMatchObject({ column: 'price', values: { cell: `${'9'.repeat(199)}…` } })
    expect(long?.text.length).toBeLessThan(300)
  })

  it('is said of an import that has failed as a whole, too', async () => {
    const job = await importing('sku\nA', { priceGroup: 'Gold' })
    const { faults } = failureOf(job)
    await expectSaidEverywhere(faults)
    await speak('da')
    expect(faults.map(faultLine)).toStrictEqual([
      'Prisgruppe: er ikke en prisgruppe, eller der er flere: Gold',
    ])
  })
})

async function reportOf(content: string) {
  const { report } = await importing(content)
  if (!report) throw new Error('There is no report.')
  return report
}

/** The job of an import by the API, as it ended. */
async function importing(content: string, terms: Readonly<Record<string, string>> = {}): Promise<ImportJob> {
  const { owner } = shop()
  const headers = { 'content-type': 'text/csv' }
  const query = { kind: 'products', dryRun: true, ...terms }
  const { id } = (await owner.post('/manage/imports', content, { query, headers })).body as ImportJob
  return vi.waitUntil(
    async () => {
      const job = (await owner.get(`/manage/imports/${id}`)).ok(ImportJob)
      return job.state === 'running' ? undefined : job
    },
    { timeout: 30_000 },
  )
}

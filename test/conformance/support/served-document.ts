import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCoreIn } from '../../support/open-core.ts'
import { sharedDocument, type ApiDocument } from '../../support/api-document.ts'
import { putNoShop } from '../../support/storage.ts'

/** What the cores of these sources serve: tests are named by its operations before any shop is open. */
export const servedDocument = async (): Promise<ApiDocument> =>
  sharedDocument(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'backcounter-test-'))
    await putNoShop(dataDir)
    const core = await openCoreIn({ dataDir })
    try {
      return (await core.app.inject('/api/v1/openapi.json')).body
    } finally {
      await core.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

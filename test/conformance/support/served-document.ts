import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCoreIn } from '../../support/open-core.ts'
import { ApiDocument } from '../../support/api-document.ts'

/** The document of a core of its own: tests are named by its operations before any shop is open. */
export async function servedDocument(): Promise<ApiDocument> {
  const dataDir = await mkdtemp(join(tmpdir(), 'backcounter-test-'))
  const core = await openCoreIn({ dataDir })
  try {
    return ApiDocument.of((await core.app.inject('/api/v1/openapi.json')).body)
  } finally {
    await core.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

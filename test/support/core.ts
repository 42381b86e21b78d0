import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openCore, type Core, type CoreConfig } from '../../core/index.ts'

/** A folder that is gone after the test. */
export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'backcounter-test-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** The real core on a database of its own, closed after the test. */
export async function buildCore(config: Partial<CoreConfig> = {}): Promise<Core> {
  const core = await openCore({ dataDir: config.dataDir ?? (await temporaryDir()), ...config })
  onTestFinished(() => core.close())
  return core
}

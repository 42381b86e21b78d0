import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Core } from '../../core/index.ts'
import { openCoreIn, type FolderConfig } from './open-core.ts'
import { putNoShop } from './storage.ts'

/** A folder that is gone after the test. */
export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'backcounter-test-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** The same with a place for a shop, as its first start makes it. */
export async function emptyDir(): Promise<string> {
  const dir = await temporaryDir()
  await putNoShop(dir)
  return dir
}

/** A temporary folder of the system that no other test has, until this one ends. */
export async function ownSystemTemp(): Promise<string> {
  const dir = await temporaryDir()
  vi.stubEnv('TMPDIR', dir)
  onTestFinished(() => void vi.unstubAllEnvs())
  return dir
}

/** The real core on a database of its own, closed after the test. */
export async function buildCore(config: Partial<FolderConfig> = {}): Promise<Core> {
  const core = await openCoreIn({ ...config, dataDir: config.dataDir ?? (await emptyDir()) })
  onTestFinished(() => core.close())
  return core
}

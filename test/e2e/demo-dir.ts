import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { makeDataDir } from './served-core.ts'

/** A data folder with the demo shops. */
export async function makeDemoDir(): Promise<string> {
  const dir = await makeDataDir()
  await copyFile(inject('demoShop'), join(dir, 'backcounter.sqlite'))
  return dir
}

import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { EngineLocation } from '../../core/database/engine.ts'
import { moveShop } from '../../core/database/move.ts'
import { withEngine } from '../../core/engines.ts'
import { demoTemplate } from './demo-template.ts'
import { makeDatabase, temporaryDatabase, templateDatabase } from './postgres.ts'

/**
 * Whether the cores of this run store on PostgreSQL. Their tests go on naming a shop by its folder: each has a database of
 * its own then.
 */
export const isOnPostgres = process.env['BACKCOUNTER_TEST_ENGINE'] === 'postgres'

const databases = new Map<string, Promise<EngineLocation>>()

/** Where the shop of a folder is stored. */
export async function locationOf(dataDir: string): Promise<EngineLocation> {
  if (!isOnPostgres) return { kind: 'sqlite', dataDir }
  return databases.get(dataDir) ?? databaseFor(dataDir, emptyTemplate)
}

/** How the shop of a folder is named to a command of the command line. */
export async function optionsOf(dataDir: string): Promise<readonly string[]> {
  const location = await locationOf(dataDir)
  return ['--data', dataDir, ...(location.kind === 'postgres' ? ['--database', location.address] : [])]
}

/** Puts a copy of a file of shops where the shop of a folder is stored. */
export async function putShop(file: string, dataDir: string): Promise<void> {
  if (isOnPostgres) await databaseFor(dataDir, async () => templateOf(file))
  else await copyFile(file, join(dataDir, 'backcounter.sqlite'))
}

/** Makes a place for a shop where the shop of a folder is stored, as its first start does. */
export async function putNoShop(dataDir: string): Promise<void> {
  if (isOnPostgres) await databaseFor(dataDir, emptyTemplate)
  else await copyFile((await demoTemplate()).emptyFile, join(dataDir, 'backcounter.sqlite'))
}

/** An address where there is no shop yet, gone after the test. */
export const emptyShop = async (): Promise<string> => temporaryDatabase(await emptyTemplate())

function databaseFor(dataDir: string, template: () => Promise<string>): Promise<EngineLocation> {
  const location = (async (): Promise<EngineLocation> => {
    const { address, drop } = await makeDatabase(await template())
    dropLater(drop)
    return { kind: 'postgres', address }
  })()
  databases.set(dataDir, location)
  return location
}

/** An address with the demo shops, gone after the test. */
export async function demoShop(): Promise<string> {
  const { file } = await demoTemplate()
  return temporaryDatabase(await templateOf(file))
}

const emptyTemplate = async (): Promise<string> =>
  templateDatabase('empty_shop', async (address) => {
    await withEngine({ kind: 'postgres', address }, async () => Promise.resolve())
  })

/** The folder of a file changes with whatever it is made by, so that its name tells it from others. */
const templateOf = async (file: string): Promise<string> =>
  templateDatabase(`shop_${dirname(file).replaceAll(/\W+/g, '_').slice(-50)}`, async (address) => {
    await withEngine({ kind: 'sqlite', dataDir: dirname(file) }, async (source) =>
      withEngine({ kind: 'postgres', address }, async (target) => moveShop(source, target)),
    )
  })

/** In a hook of a file there is no test that ends: its database goes with the server. */
function dropLater(drop: () => Promise<void>): void {
  try {
    onTestFinished(drop)
  } catch {
    // The run's end takes it away.
  }
}

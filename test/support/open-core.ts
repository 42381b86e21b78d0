import { openEngine } from '../../core/engines.ts'
import { failures } from './failures.ts'
import { locationOf } from './storage.ts'
import { openCore, type Core, type CoreConfig } from '../../core/index.ts'

/** A core on a data folder. */
export interface FolderConfig extends Omit<CoreConfig, 'engine'> {
  readonly dataDir: string
}

/** Opens the core of a data folder, as the desktop does. @throws DatabaseOpenError */
export const openCoreIn = async ({ dataDir, ...config }: FolderConfig): Promise<Core> =>
  openCore({ logger: failures, ...config, engine: await openEngine(await locationOf(dataDir)) })

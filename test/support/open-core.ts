import type { Engine } from '../../core/database/engine.ts'
import { openEngine } from '../../core/engines.ts'
import type { Clock } from '../../core/kernel/clock.ts'
import { failures } from './failures.ts'
import { locationOf } from './storage.ts'
import { openCore, type Core, type CoreConfig } from '../../core/index.ts'

/** A core on a data folder. */
export interface FolderConfig extends Omit<CoreConfig, 'engine'> {
  readonly dataDir: string
  /** Whether a server's clock goes on by itself, and a test turns on that of a desk alone. */
  readonly isServerClockOwn?: boolean
}

/** Opens the core of a data folder, as the desktop does. @throws DatabaseOpenError */
export async function openCoreIn({ dataDir, isServerClockOwn, ...config }: FolderConfig): Promise<Core> {
  const opened = await openEngine(await locationOf(dataDir))
  const engine = config.clock && !isServerClockOwn ? runBy(config.clock, opened) : opened
  return openCore({ logger: failures, ...config, engine })
}

/** A server's clock runs with the one that a test turns on. */
export const runBy = (clock: Clock, engine: Engine): Engine =>
  engine.sharedClock ? { ...engine, sharedClock: () => Promise.resolve(clock()) } : engine

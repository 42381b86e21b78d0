import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../kernel/clock.ts'

/** How an engine that keeps its data in a folder looks after it. */
export interface Safekeeping {
  readonly dataDir: string
  /**
   * Looks after the storage while a core runs on it.
   * @returns what ends it
   */
  start(core: SafekeepingCore): () => void
}

/** When it is looked whether something is due: first so long after the start, then every so often; in milliseconds. */
export interface Looks {
  readonly first: number
  readonly every: number
}

/** What safekeeping uses of the core. */
export interface SafekeepingCore {
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'error'>
  /** Left out, they are those of a shop's day. */
  readonly looks?: Looks | undefined
  /** What takes long, done where nobody waits for it. */
  readonly work: {
    /** @returns what is wrong with the pages of the storage */
    checkPages(): Promise<readonly string[]>
    addBackup(now: Date): Promise<unknown>
  }
}

/** Where programs and browsers reach a core. */
export interface RunningCore {
  /** Such as `http://127.0.0.1:4780`. */
  readonly api: string
  /** Whether it serves the console there. */
  readonly hasConsole: boolean
}

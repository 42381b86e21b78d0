import type { Engine } from '../engine.ts'

/** A file that is being served. */
export interface ServedFile extends Engine {
  /**
   * Lets go of the file for a piece of work, which may put another in its place; who reads or writes meanwhile waits.
   * @throws what the work throws; the file that is there then is served
   */
  exchange(work: () => Promise<void>): Promise<void>
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../../core/demo/random.ts'
import type { Folder } from '../folder.ts'
import type { Stage } from '../stage/stage.ts'

/** One way to go down. What it leaves is compared with the journal at the next start of the same folder. */
export interface Round {
  readonly name: string
  /** How often it comes, beside the others. */
  readonly weight: number
  /** What a machine must have for it. */
  readonly needs?: 'library' | 'mount'
  /** Makes the folder that it starts on; left out, it goes on with the one before. */
  readonly folder?: (stage: Stage) => Promise<Folder>
  /** Whether nobody goes on with its folder. */
  readonly isLast?: true
  /** Starts the core, compares, sets tills to work and brings it down. Nothing runs when it resolves. */
  run(stage: Stage, folder: Folder): Promise<void>
}

/** Answered before a core is brought down, at most: a number and not a time, whatever the machine. */
export const MOST_WRITES = 200

/** A random moment. @param most milliseconds */
export const moment = async (random: Random, most: number): Promise<void> => sleep(random.fraction() * most)

import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../../core/demo/random.ts'
import type { Folder } from '../folder.ts'
import { Lost } from '../lost.ts'
import type { Tally } from '../tally.ts'
import { Till, type Shift } from '../tills/till.ts'
import type { Life } from './life.ts'

/** Older carts that a till goes on with. */
const INHERITED = 3
/** How long a core may take to work again when its storage does, in seconds. */
const RECOVERY_SECONDS = 20

/** How long to wait for storage to fail, in seconds: with luck there are enough pages to write again. */
const FAILING_SECONDS = 1.5

export interface Loading {
  readonly folder: Folder
  readonly life: Life
  readonly random: Random
  readonly tally: Tally
  readonly tills: number
  /** Whether the storage will fail meanwhile. */
  readonly mayRefuse?: boolean
}

/** Tills at work. */
export interface Load {
  /** Waits until so many writes were answered since now. @throws Lost where the core stops answering */
  progress(writes?: number): Promise<void>
  /** Waits until a write was refused since now, or for so long that the storage will not fail. */
  refusal(): Promise<void>
  /** When no till works any more: the core is gone, or was told to be soon. @throws Lost what a till saw */
  readonly over: Promise<void>
  /** No new requests; those under way are waited for. */
  end(): Promise<void>
}

/** Sets tills to work. */
export function load({ folder, life, random, tally, tills, mayRefuse = false }: Loading): Load {
  const shift: Shift = { folder, core: life.core, tally, mayRefuse, isOver: false }
  const old = folder.someUntouched(random, tills * INHERITED)
  const works = Array.from({ length: tills }, async (_, number) => {
    const till = new Till(
      random.below(2 ** 31),
      shift,
      old.filter((__, index) => index % tills === number),
    )
    try {
      await till.work()
    } catch (error) {
      shift.isOver = true
      throw error
    }
  })
  const over = Promise.allSettled(works).then((results) => {
    for (const result of results) if (result.status === 'rejected') throw result.reason
  })
  // It is waited for after the kill; until then nobody may take it for unhandled.
  over.catch(() => undefined)
  return {
    over,
    progress: async (writes = 1) => {
      const enough = tally.answered + writes
      let last = { answered: tally.answered, at: Date.now() }
      while (tally.answered < enough && !shift.isOver) {
        if (tally.answered > last.answered) last = { answered: tally.answered, at: Date.now() }
        if (Date.now() - last.at > RECOVERY_SECONDS * 1000) {
          throw new Lost(`Nothing is answered any more, ${RECOVERY_SECONDS} seconds long.`)
        }
        await sleep(2)
      }
    },
    refusal: async () => {
      const before = tally.refused
      const until = Date.now() + FAILING_SECONDS * 1000
      while (tally.refused === before && !shift.isOver && Date.now() < until) await sleep(2)
    },
    end: async () => {
      shift.isOver = true
      await over
    },
  }
}

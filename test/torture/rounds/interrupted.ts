import type { Stage } from '../stage/stage.ts'
import { serve } from '../stage/life.ts'
import { moment } from './round.ts'

/**
 * Starts that are brought down before they are ready: at a random moment, or in a random operation on the disk, or with
 * a power cut on top.
 */
export async function interruptStarts(
  stage: Stage,
  folder: { readonly base: string; readonly dataDir: string },
  { times, most, operations }: { times: number; most: number; operations: number },
  ...options: readonly string[]
): Promise<void> {
  const { random } = stage
  for (let left = times; left > 0; left--) {
    if (!('path' in stage.library) || random.chance(0.3)) {
      const starting = serve(folder.dataDir, undefined, ...options)
      await Promise.race([moment(random, most), starting.firstLine])
      await starting.kill()
      continue
    }
    await stage.onSpoiltDisk(folder, async (disk) => {
      // As many of the early ones as of all the later.
      disk.control.set({ dieAt: Math.ceil(Math.exp(random.fraction() * Math.log(operations))) })
      const starting = serve(folder.dataDir, disk, ...options)
      await starting.firstLine
      await starting.kill()
      if (random.chance(0.6)) disk.cutPower(random)
    })
  }
}

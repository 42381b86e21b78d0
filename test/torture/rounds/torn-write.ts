import type { Control } from '../faults/control.ts'
import type { Random } from '../../../core/demo/random.ts'
import { moment, MOST_WRITES, type Round } from './round.ts'

/** So many operations on the disk are a few commits. */
const SOON = 60

/** Has the process die in one of its next operations on the disk. */
export const dieSoon = (control: Control, random: Random): void =>
  control.set({ dieAt: control.get('operations') + random.between(1, SOON) })

/** Death in the middle of a write, which is then half in the file, or just before or after a sync. */
export const tornWrite: Round = {
  name: 'torn write',
  weight: 4,
  needs: 'library',
  run: async (stage, folder) =>
    stage.onSpoiltDisk(folder, async (disk) => {
      const life = await stage.start(folder, disk)
      const working = stage.load(folder, life)
      await working.progress(stage.random.between(1, MOST_WRITES))
      await moment(stage.random, 40)
      dieSoon(disk.control, stage.random)
      await life.die()
      await working.over
    }),
}

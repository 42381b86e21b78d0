import { moment, MOST_WRITES, type Round } from './round.ts'
import { dieSoon } from './torn-write.ts'

/** Death and then a power cut: what was not synced is lost, torn or in another order. Sometimes only after a second life. */
export const powerCut: Round = {
  name: 'power cut',
  weight: 7,
  needs: 'library',
  run: async (stage, folder) =>
    stage.onSpoiltDisk(folder, async (disk) => {
      const { random } = stage
      for (let lives = random.chance(0.3) ? 2 : 1, life = 1; life <= lives; life++) {
        const core = await stage.start(folder, disk)
        const working = stage.load(folder, core)
        await working.progress(random.between(1, MOST_WRITES))
        await moment(random, 40)
        if (random.chance(0.6)) {
          dieSoon(disk.control, random)
          await core.die()
        } else {
          await core.kill()
        }
        disk.control.calm()
        await working.over
      }
      disk.cutPower(random)
    }),
}

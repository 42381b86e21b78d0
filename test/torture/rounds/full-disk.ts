import { moment, MOST_WRITES, type Round } from './round.ts'

const MOST_ROOM = 300_000

/** No room for any file to grow, then room again; the core goes on by itself. */
export const fullDisk: Round = {
  name: 'full disk',
  weight: 4,
  needs: 'library',
  run: async (stage, folder) =>
    stage.onSpoiltDisk(folder, async (disk) => {
      const { random } = stage
      const life = await stage.start(folder, disk)
      const working = stage.load(folder, life, { mayRefuse: true })
      await working.progress(random.between(1, MOST_WRITES))
      disk.control.set({ room: random.below(MOST_ROOM) })
      await working.refusal()
      await moment(random, 100)
      disk.control.calm()
      await working.progress()
      await moment(random, 100)
      await life.kill()
      await working.over
      if (random.chance(0.5)) disk.cutPower(random)
    }),
}

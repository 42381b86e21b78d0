import { moment, MOST_WRITES, type Round } from './round.ts'

const CHANCES = [0, 20_000, 200_000, 1_000_000]
const SHORT = [0, 200_000]

/** Writes and syncs that fail and writes that are done in part; then all is well again, or it is not and the power goes. */
export const storageErrors: Round = {
  name: 'storage errors',
  weight: 4,
  needs: 'library',
  run: async (stage, folder) =>
    stage.onSpoiltDisk(folder, async (disk) => {
      const { random } = stage
      const life = await stage.start(folder, disk)
      const working = stage.load(folder, life, { mayRefuse: true })
      await working.progress(random.between(1, MOST_WRITES))
      disk.control.set({
        failWrites: random.pick(CHANCES),
        failSyncs: random.pick(CHANCES),
        shortWrites: random.pick(SHORT),
      })
      await working.refusal()
      await moment(random, 200)
      if (random.chance(0.8)) {
        disk.control.calm()
        await working.progress()
        await moment(random, 100)
      }
      await life.kill()
      await working.over
      if (random.chance(0.5)) disk.cutPower(random)
    }),
}

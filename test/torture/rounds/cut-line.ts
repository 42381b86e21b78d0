import { moment, MOST_WRITES, type Round } from './round.ts'

/** The line between core and server is cut: at any moment, or with a commit, before it arrives or before its answer does. */
export const cutLine: Round = {
  name: 'cut line',
  weight: 6,
  run: async (stage, folder) => {
    const { random } = stage
    const line = stage.lineOf(folder)
    const life = await stage.start(folder)
    const working = stage.load(folder, life, { mayRefuse: true })
    for (let cuts = random.between(1, 4); cuts > 0; cuts--) {
      await working.progress(random.between(1, MOST_WRITES / 4))
      await moment(random, 40)
      const how = random.pick(['cut', 'answer', 'commit'] as const)
      if (how === 'cut') line.cut()
      else if (how === 'answer') void line.loseNextAnswer()
      else void line.loseNextCommit()
    }
    await working.progress()
    await life.kill()
    await working.over
    line.loseNothing()
  },
}

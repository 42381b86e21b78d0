import { moment, MOST_WRITES, type Round } from './round.ts'

/** The server is stopped at once, as by a crash, and started again, while the core lives on; then the core is killed too. */
export const serverCrash: Round = {
  name: 'server crash',
  weight: 6,
  run: async (stage, folder) => {
    const { random } = stage
    const life = await stage.start(folder)
    const working = stage.load(folder, life, { mayRefuse: true })
    await working.progress(random.between(1, MOST_WRITES))
    await moment(random, 40)
    await stage.crashServer()
    await working.progress(random.between(1, MOST_WRITES / 4))
    await life.kill()
    await working.over
  },
}

import { moment, MOST_WRITES, type Round } from './round.ts'

/** SIGKILL in the middle of orders. */
export const kill: Round = {
  name: 'kill',
  weight: 8,
  run: async (stage, folder) => {
    const life = await stage.start(folder)
    const working = stage.load(folder, life)
    await working.progress(stage.random.between(1, MOST_WRITES))
    await moment(stage.random, 40)
    await life.kill()
    await working.over
  },
}

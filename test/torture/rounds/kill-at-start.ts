import { serve } from '../stage/life.ts'
import { kill } from './kill.ts'
import { moment, type Round } from './round.ts'

/** About as long as a start takes. */
const START = 600

/** SIGKILL while the core starts, up to three times running, and then in the middle of orders. */
export const killAtStart: Round = {
  name: 'kill at start',
  weight: 3,
  run: async (stage, folder) => {
    for (let times = stage.random.between(1, 3); times > 0; times--) {
      const starting = serve(folder.dataDir)
      await Promise.race([moment(stage.random, START), starting.firstLine])
      await starting.kill()
    }
    await kill.run(stage, folder)
  },
}

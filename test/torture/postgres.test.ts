import { afterAll, beforeAll, expect, it } from 'vitest'
import { Run } from '../model/run.ts'
import { startPostgres, type TestServer } from '../support/postgres-setup.ts'
import { OnServer } from '../support/shops.ts'
import type { Round } from './rounds/round.ts'
import { torture } from './torture.ts'

/** A server of its own, which is brought down: `npm run torture -- --database postgres`, and `model` likewise, do more. */
let server: TestServer
beforeAll(async () => {
  server = await startPostgres('--durable')
}, 120_000)
afterAll(async () => server.stop())

/** Far longer than it takes on a machine that does nothing else. */
const PATIENCE = 240_000

/** A line that is cut, a server that is stopped at once, and a core that is killed, all in one life. */
const everything: Round = {
  name: 'everything',
  weight: 1,
  run: async (stage, folder) => {
    const life = await stage.start(folder)
    const working = stage.load(folder, life, { mayRefuse: true })
    await working.progress(20)
    void stage.lineOf(folder).loseNextAnswer()
    await working.progress(10)
    await stage.crashServer()
    await working.progress(10)
    await life.kill()
    await working.over
  },
}

it(
  'a line that is cut and a server that is stopped at once lose nothing that was answered',
  async () => {
    const shops = new OnServer(server)
    const kinds = [everything]
    const result = await torture({ seed: 4780, rounds: 1, seconds: Infinity, tills: 2, kinds, shops })
    expect(result.failure).toBeUndefined()
    expect(result.tally.answered).toBeGreaterThanOrEqual(40)
    expect(result.tally.compared).toBeGreaterThan(0)
    expect(result.tally.refused + result.tally.unanswered).toBeGreaterThan(0)
  },
  PATIENCE,
)

it.each(['read committed', 'serializable'])(
  'random clerks, clients, cut lines and clocks meet what the model says, where writes are %s',
  async (isolation) => {
    const run = await Run.open(undefined, undefined, new OnServer(server, isolation))
    try {
      let steps = 0
      const failure = await run.tell({
        seed: 20_261_120,
        stories: 4,
        steps: 40,
        crashes: 8,
        onStory: (told) => (steps += told),
      })
      expect(failure?.text).toBeUndefined()
      expect(steps).toBeGreaterThan(20)
    } finally {
      run.close()
    }
  },
  PATIENCE,
)

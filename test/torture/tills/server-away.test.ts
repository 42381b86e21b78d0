import { expect, it } from 'vitest'
import { Connection, type Message, type Reply } from '../http.ts'
import type { Round } from '../rounds/round.ts'
import { originOf } from '../stage/life.ts'
import { torture } from '../torture.ts'

/** Of so many writes, the end of one is not known; and then so many are refused, as while a database server is away. */
const WRITES = 5
const AWAY = 6

const refusal = (text: string): Reply => ({
  status: 503,
  headers: { 'retry-after': '1' },
  text: JSON.stringify({ errors: [{ error: 'ServiceUnavailable', 'error-description': text }] }),
})
const unknown = refusal(
  'The connection to the database server was lost: it is not known whether this was saved.',
)
const unreachable = refusal('The database server cannot be reached at the moment; please try again.')

/** To a core whose database server goes away with the answer to a commit, for as long as some more writes. */
class ServerGoingAway extends Connection {
  #writes = 0
  #refused = 0

  override async send(message: Message): Promise<Reply | undefined> {
    if (message.method === 'GET') return super.send(message)
    if (this.#refused > 0) {
      this.#refused--
      return unreachable
    }
    const reply = await super.send(message)
    if (reply?.status !== 200 || ++this.#writes % WRITES > 0) return reply
    this.#refused = AWAY
    return unknown
  }
}

const serverGoesAway: Round = {
  name: 'server goes away',
  weight: 1,
  run: async (stage, folder) => {
    const life = await stage.start(folder)
    const core = new ServerGoingAway(await originOf(life.command), folder.token?.text)
    const working = stage.load(folder, { ...life, core }, { mayRefuse: true })
    await working.progress(150)
    await working.end()
    core.close()
    await life.kill()
  },
}

it('what may have been done is not taken for refused, because its repeat is, or what was placed beside it', async () => {
  const kinds = [serverGoesAway]
  const result = await torture({ seed: 4780, rounds: 3, seconds: Infinity, tills: 3, kinds })
  expect(result.failure).toBeUndefined()
  expect(result.tally.unanswered).toBeGreaterThan(20)
  expect(result.tally.refused).toBeGreaterThan(0)
}, 240_000)

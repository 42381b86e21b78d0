import type { Lab } from '../lab.ts'
import { HttpClient } from '../load/client.ts'
import { coreAndBare, time } from '../load/drive.ts'
import type { Contestant, Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'

/** From the start of the process to its first answer, on data that are there already. */
export const start: Scenario = {
  name: 'start',
  title: 'Start to first answer',
  unit: 'ms',
  contestants: async (lab: Lab) => (await coreAndBare(lab)).map(contestant),
}

const contestant = ({ name, startAnother }: Server): Contestant => ({
  name,
  prepare: async () =>
    Promise.resolve(
      time(async () => {
        if (!startAnother) throw new Error(`${name} cannot be started again.`)
        const begin = performance.now()
        const { child } = await startAnother()
        const client = new HttpClient(child.origin)
        await client.send('GET', '/health')
        const milliseconds = performance.now() - begin
        client.close()
        await child.stop()
        return milliseconds
      }),
    ),
})

import { Client } from '../load/client.ts'
import type { Scenario } from '../scenario.ts'

/** From the start of the process to its first answer, on data that are there already. */
export const start: Scenario = {
  name: 'start',
  title: 'Start to first answer',
  prepare: async (server) =>
    Promise.resolve(async (_seconds, signal) => {
      signal.throwIfAborted()
      const begin = performance.now()
      const child = await server.startAnother()
      const client = new Client(child.origin)
      await client.send('GET', '/health')
      const milliseconds = performance.now() - begin
      client.close()
      await child.stop()
      return { operations: 1, seconds: milliseconds / 1000, latencies: [milliseconds] }
    }),
}

import type { Lab } from '../lab.ts'
import { coreAndBare, drive } from '../load/drive.ts'
import { placeOrder } from '../load/place-order.ts'
import { repeatReads } from '../load/repeat-reads.ts'
import { residentMB } from '../measure/process-usage.ts'
import type { Contestant, Measure, Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'

const ORDERS = 32
const SETTLING = 1000

/** What a process holds once it has answered for the first time. */
export const memoryIdle: Scenario = {
  name: 'memory-idle',
  title: 'Memory, idle',
  unit: 'MB',
  isSlow: true,
  contestants: async (lab: Lab) => contestants(lab, async () => Promise.resolve()),
}

/** What it holds after orders of 8 clients and reads of 32, a second after the last. */
export const memoryLoaded: Scenario = {
  name: 'memory-loaded',
  title: 'Memory, after load',
  unit: 'MB',
  isSlow: true,
  contestants: async (lab: Lab) =>
    contestants(lab, async ({ client, pid, shop }, seconds, signal) => {
      const order = (n: number) => placeOrder(client, shop, n)
      await drive(pid, 8, order)(seconds, signal)
      const paths = shop.lists.map(({ path }) => path)
      for (let n = 0; n < ORDERS; n++) paths.push(`/orders/${(await order(n)).id}`)
      await drive(pid, 32, await repeatReads(client, paths, () => undefined))(seconds, signal)
    }),
}

type Work = (server: Server, ...how: Parameters<Measure>) => Promise<unknown>

const contestants = async (lab: Lab, work: Work): Promise<Contestant[]> =>
  (await coreAndBare(lab)).map((server) => ({
    name: server.name,
    prepare: async () => Promise.resolve(memoryAfter(server, work)),
  }))

/** Every measurement is of a new process. */
function memoryAfter({ name, shop, startAnother }: Server, work: Work): Measure {
  return async (seconds, signal) => {
    if (!startAnother) throw new Error(`${name} cannot be started again.`)
    const { child, connect } = await startAnother()
    const client = await connect()
    await work({ name, pid: child.pid, client, shop }, seconds, signal)
    await new Promise((resolve) => setTimeout(resolve, SETTLING))
    const value = residentMB(child.pid)
    client.close()
    await child.stop()
    return { value, operations: 1 }
  }
}

import { cpuMs } from '../measure/process-usage.ts'
import { mean, quantile } from '../measure/statistics.ts'
import type { Lab } from '../lab.ts'
import type { Measure, Scenario } from '../scenario.ts'
import type { Running, Server } from '../servers/server.ts'

/** Does the n-th operation. @throws where an answer is wrong */
export type Operation = (n: number) => Promise<unknown>

interface Load<R extends Running> extends Pick<Scenario, 'name' | 'title' | 'isLarge'> {
  readonly clients: number
  readonly servers: (lab: Lab) => Promise<readonly R[]>
}

/** A scenario of clients that each start their next operation as soon as the last is answered. */
export function loadScenario<R extends Running>(
  { name, title, isLarge = false, clients, servers }: Load<R>,
  prepare: (server: R) => Promise<Operation> | Operation,
): Scenario {
  return {
    name: `${name}-${clients}`,
    title: `${title}, ${clients === 1 ? '1 client' : `${clients} clients`}`,
    unit: '/s',
    isLarge,
    contestants: async (lab) =>
      (await servers(lab)).map((server) => ({
        name: server.name,
        prepare: async () => drive(server.pid, clients, await prepare(server)),
      })),
  }
}

/** Those that nearly every scenario compares. */
export const coreAndBare = async (lab: Lab): Promise<Server[]> => [...(await lab.cores()), await lab.bare()]

/** Operations a second of so many clients together. @param pid whose processor time counts */
export function drive(pid: number, clients: number, operation: Operation): Measure {
  let n = 0
  return async (seconds, signal) => {
    const latencies: number[] = []
    const cpuBefore = cpuMs(pid)
    const loadBefore = process.cpuUsage()
    const start = performance.now()
    const client = async (): Promise<void> => {
      for (let now = start; now - start < seconds * 1000;) {
        signal.throwIfAborted()
        await operation(n++)
        const end = performance.now()
        latencies.push(end - now)
        now = end
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    const elapsed = performance.now() - start
    const load = process.cpuUsage(loadBefore)
    const cpuAfter = cpuMs(pid)
    const operations = latencies.length
    return {
      value: (operations * 1000) / elapsed,
      operations,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      cpuMs:
        cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / operations,
      loadShare: (load.user + load.system) / 1000 / elapsed,
    }
  }
}

/** Milliseconds that an operation says it took, one after the other: the mean. */
export function time(operation: (n: number) => Promise<number>): Measure {
  let n = 0
  return async (seconds, signal) => {
    const latencies: number[] = []
    const start = performance.now()
    while (latencies.length === 0 || performance.now() - start < seconds * 1000) {
      signal.throwIfAborted()
      latencies.push(await operation(n++))
    }
    return {
      value: mean(latencies),
      operations: latencies.length,
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    }
  }
}

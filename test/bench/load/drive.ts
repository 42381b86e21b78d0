import { cpuMs } from '../measure/process-usage.ts'
import type { Measure, Scenario } from '../scenario.ts'
import type { Server } from '../servers/server.ts'

/** Does the n-th operation. @throws where an answer is wrong */
type Operation = (n: number) => Promise<unknown>

/** A scenario of clients that each start their next operation as soon as the last is answered. */
export function loadScenario(
  { name, title, clients }: { name: string; title: string; clients: number },
  prepare: (server: Server) => Promise<Operation> | Operation,
): Scenario {
  const each = clients === 1 ? '1 client' : `${clients} clients`
  return {
    name: `${name}-${clients}`,
    title: `${title}, ${each}`,
    prepare: async (server) => drive(server.child.pid, clients, await prepare(server)),
  }
}

function drive(pid: number, clients: number, operation: Operation): Measure {
  let n = 0
  return async (seconds, signal) => {
    const latencies: number[] = []
    const cpuBefore = cpuMs(pid)
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
    const cpuAfter = cpuMs(pid)
    const cpu = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore
    const operations = latencies.length
    return { operations, seconds: elapsed / 1000, latencies, cpuMs: cpu && cpu / operations }
  }
}
